from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.picture import picture
from rtm_verify.games.race_to_moscow.sheet import load_style, sheet_of
from rtm_verify.games.race_to_moscow.signs import Look, Sign, Signs
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.kernel.picture import Link, Mark, Picture
from rtm_verify.kernel.spread import Box
from rtm_verify.library import replay_file
from rtm_verify.render.draw import draw

ROOT = Path(__file__).parents[3]
BOARD = default_board()
ARMIES = load_armies().all
NUMBER = {army.id: number for number, army in enumerate(ARMIES)}
FIXED = ("area_", "name_", "sea_", "legend", "victory_", "base_")


def start() -> State:
    depots = [NOTHING] * len(BOARD.areas)
    for base in BOARD.main_base:
        depots[base] = Supplies(3, 3, 3)
    return State(
        order=(1, 2, 0),
        active=1,
        core_left=2,
        control=(0, 0, 0),
        soviet=BOARD.soviet,
        bunkers=BOARD.fortified,
        medals=tuple(area.medals for area in BOARD.areas),
        rewards=(0,) * len(BOARD.areas),
        depots=tuple(depots),
        fleet=BOARD.fleet_start,
        at=tuple(BOARD.start[army.id] for army in ARMIES),
        loads=tuple(Supplies(fuel=3, ammo=1) for _ in ARMIES),
        stock=NOTHING,
        pool=6,
        trucks_held=(5, 5, 5),
        trains_held=(3, 3, 3),
        trains_stock=17,
        trains_reserve=8,
        medals_held=(0, 1, 1),
        medals_left=10,
        pursuit=(Deck(), Deck(), Deck()),
        soviet_deck=Deck(),
        okh_deck=Deck(),
    )


START = start()


def with_(state: State, **changes: object) -> State:
    return msgspec.structs.replace(state, **changes)


def army_at(state: State, army: str, area: int) -> State:
    return with_(state, at=tuple(area if n == NUMBER[army] else old for n, old in enumerate(state.at)))


def marks(drawn: Picture) -> dict[str, Mark]:
    return {mark.id: mark for mark in drawn.marks}


def links(drawn: Picture) -> dict[str, Link]:
    return {link.id: link for link in drawn.links}


def area(name: str) -> int:
    return BOARD.area_names[name]


def box(mark: Mark) -> Box:
    return Box(mark.x - mark.width / 2, mark.y - mark.height / 2, mark.x + mark.width / 2, mark.y + mark.height / 2)


def test_the_svg_shows_every_area_and_sea_by_name() -> None:
    root = ElementTree.fromstring(draw(picture(BOARD, ARMIES, START), "svg"))  # noqa: S314 - our own output
    shown = {"".join(text.itertext()).removesuffix(" *") for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {place.name for place in BOARD.areas} | {sea.name for sea in BOARD.seas} <= shown


def test_areas_never_jump_between_two_positions() -> None:
    riga = 1 << area("Riga")
    later = army_at(with_(START, control=(riga, 0, 0), track=riga, soviet=0, fleet=1), "4Pz", area("Riga"))
    one, two = marks(picture(BOARD, ARMIES, START)), marks(picture(BOARD, ARMIES, later, before=START))
    fixed = [name for name in one if name.startswith(FIXED)]
    assert len(fixed) > 2 * len(BOARD.areas)
    assert [(one[name].x, one[name].y) for name in fixed] == [(two[name].x, two[name].y) for name in fixed]


def test_no_area_covers_another_or_the_legend() -> None:
    sheet = sheet_of(BOARD)
    assert not [pair for pair in combinations((*sheet.plates, sheet.legend), 2) if pair[0].overlaps(pair[1])]


def test_what_belongs_to_an_area_stays_within_its_plate() -> None:
    full = with_(
        START,
        depots=(Supplies(3, 3, 3),) * len(BOARD.areas),
        medals=(2,) * len(BOARD.areas),
        soviet=BOARD.all_areas,
        bunkers=BOARD.all_areas,
        loads=tuple(Supplies(2, 2, 2) for _ in ARMIES),
    )
    drawn = marks(picture(BOARD, ARMIES, full))
    for number, plate in enumerate(sheet_of(BOARD).plates):
        room = Box(plate.left - 2, plate.bottom - 2, plate.right + 2, plate.top + 2)
        for kind in ("area", "name", "control", "bunker", "soviet", "medals", "harbor", "start", "depot"):
            mark = drawn.get(f"{kind}_{number}")
            if mark:
                edge = box(mark)
                assert room.left <= edge.left, mark.id
                assert edge.right <= room.right, mark.id
                assert room.bottom <= edge.bottom, mark.id
                assert edge.top <= room.top, mark.id


def test_everything_lies_on_the_sheet() -> None:
    drawn = picture(BOARD, ARMIES, START, title="Start")
    sheet = Box(0, 0, drawn.width, drawn.height)
    out = [
        m.id
        for m in drawn.marks
        if box(m).left < 0 or box(m).bottom < 0 or box(m).right > sheet.right or box(m).top > sheet.top
    ]
    assert out == []


def test_north_is_up_and_east_is_right() -> None:
    drawn = marks(picture(BOARD, ARMIES, START))
    leningrad, rostov, danzig = (drawn[f"area_{area(name)}"] for name in ("Leningrad", "Rostov", "Danzig"))
    assert leningrad.y > danzig.y > rostov.y
    assert danzig.x < leningrad.x < rostov.x


def test_a_double_coloured_area_has_both_colours_and_moskva_all_three() -> None:
    drawn, colors = marks(picture(BOARD, ARMIES, START)), load_style().colors
    assert drawn[f"area_{area('Vilnius')}"].fill == (colors["gray"], colors["white"])
    assert drawn[f"area_{area('Moskva')}"].fill == (colors["gray"], colors["white"], colors["brown"])


def test_a_control_marker_bears_its_players_letter_and_its_track() -> None:
    riga, brest = area("Riga"), area("Brest")
    drawn = marks(picture(BOARD, ARMIES, with_(START, control=(1 << riga, 1 << brest, 0), track=1 << brest)))
    assert (drawn[f"control_{riga}"].label, drawn[f"control_{riga}"].shape) == ("G", "circle")
    assert (drawn[f"control_{brest}"].label, drawn[f"control_{brest}"].shape) == ("W╫", "box")
    assert drawn[f"control_{area('Danzig')}"].dashed


def test_armored_and_field_armies_have_different_shapes() -> None:
    drawn = marks(picture(BOARD, ARMIES, START))
    assert (drawn["army_4Pz"].label, drawn["army_16A"].label) == ("4 Pz", "16 A")
    assert drawn["army_4Pz"].shape != drawn["army_16A"].shape
    assert drawn["load_4Pz"].label == "3F 1A"


def test_an_army_under_halt_says_so() -> None:
    drawn = marks(picture(BOARD, ARMIES, with_(START, halt=1 << NUMBER["4Pz"])))
    assert drawn["load_4Pz"].label == "HALT 3F 1A"
    assert "HALT" not in drawn["load_16A"].label


def test_an_army_that_is_not_in_play_is_not_drawn() -> None:
    assert "army_4Pz" not in marks(picture(BOARD, ARMIES, army_at(START, "4Pz", -1)))


def test_vehicles_stand_on_their_lines() -> None:
    line = BOARD.line_between[area("Danzig"), area("Königsberg")]
    drawn = marks(picture(BOARD, ARMIES, with_(START, trucks=(1 << line, 0, 0), trains=1 << line), before=START))
    truck, train = drawn[f"truck_gray_{line}"], drawn[f"train_{line}"]
    a, b = (drawn[f"area_{area(name)}"] for name in ("Danzig", "Königsberg"))
    away = abs((b.x - a.x) * (a.y - truck.y) - (a.x - truck.x) * (b.y - a.y)) / math.dist((a.x, a.y), (b.x, b.y))
    assert truck.x == train.x
    assert a.x < truck.x < b.x
    assert away < 12
    assert not box(truck).overlaps(box(train))
    assert (truck.label, train.label) == ("G truck", "train")


def test_a_red_line_is_dashed_and_a_double_line_has_both_colours() -> None:
    drawn, colors = links(picture(BOARD, ARMIES, START)), load_style().colors
    for number, line in enumerate(BOARD.lines):
        link = drawn[f"line_{number}"]
        assert link.dashed == line.red
        assert line.red or link.colors[1:-1] == tuple(colors[color] for color in line.colors)


def test_an_area_that_changed_hands_has_a_ring_and_no_other_has() -> None:
    riga = area("Riga")
    taken = with_(START, control=(1 << riga, 0, 0))
    assert {name for name in marks(picture(BOARD, ARMIES, taken, before=START)) if "changed" in name} == {
        f"changed_{riga}"
    }
    assert not marks(picture(BOARD, ARMIES, START, before=taken))[f"changed_{riga}"].fill
    assert marks(picture(BOARD, ARMIES, START, before=taken))[f"changed_{riga}"].dashed
    assert not any("changed" in name for name in marks(picture(BOARD, ARMIES, taken)))


def test_a_marker_that_is_turned_to_its_track_side_has_a_ring() -> None:
    riga = area("Riga")
    before = with_(START, control=(1 << riga, 0, 0))
    assert f"changed_{riga}" in marks(picture(BOARD, ARMIES, with_(before, track=1 << riga), before=before))


def test_a_removed_soviet_marker_is_struck_out() -> None:
    kaunas = area("Kaunas")
    drawn = marks(picture(BOARD, ARMIES, with_(START, soviet=START.soviet & ~(1 << kaunas)), before=START))
    assert (drawn[f"soviet_{kaunas}"].label, drawn[f"soviet_{kaunas}"].dashed) == ("×", True)
    assert f"soviet_{kaunas}" not in marks(picture(BOARD, ARMIES, with_(START, soviet=0)))


def test_an_army_that_moved_leaves_an_arrow() -> None:
    drawn = picture(BOARD, ARMIES, army_at(START, "4Pz", area("Riga")), before=START)
    assert links(drawn)["trail_4Pz_0"].arrow
    assert [name for name in links(drawn) if name.startswith("trail")] == ["trail_4Pz_0"]


def test_highlights_take_areas_seas_and_armies_by_any_spelling() -> None:
    sea = BOARD.seas[0].name
    drawn = marks(picture(BOARD, ARMIES, START, highlights=["moscow", "Moskva", sea, "4Pz"]))
    assert sorted(name for name in drawn if name.startswith("highlight")) == [f"highlight_{n}" for n in range(3)]
    assert (drawn["highlight_0"].x, drawn["highlight_0"].y) == sheet_of(BOARD).areas[area("Moskva")]


def test_an_unknown_highlight_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean Riga"):
        picture(BOARD, ARMIES, START, highlights=["Rgia"])


def test_a_focus_crops_to_the_areas_and_keeps_the_lines_that_lead_out() -> None:
    riga = area("Riga")
    whole, part = picture(BOARD, ARMIES, START), picture(BOARD, ARMIES, START, focus=[riga])
    assert part.width < whole.width
    assert part.height < whole.height
    assert f"area_{riga}" in marks(part)
    assert f"area_{area('Rostov')}" not in marks(part)
    assert "legend" not in marks(part)
    leading = {
        f"line_{BOARD.line_between[riga, other]}"
        for other in range(len(BOARD.areas))
        if BOARD.neighbours[riga] >> other & 1
    }
    assert leading <= set(links(part))
    assert draw(part, "svg")


@pytest.mark.parametrize("name", ["Danzig", "Rostov", "Leningrad", "Sevastopol"])
def test_a_focus_at_the_edge_stays_on_the_sheet(name: str) -> None:
    part = picture(BOARD, ARMIES, START, focus=[area(name)])
    spot = marks(part)[f"area_{area(name)}"]
    assert 0 < spot.x < part.width
    assert 0 < spot.y < part.height - load_style().header


def test_a_long_title_is_cut_off_at_the_edge() -> None:
    drawn = picture(BOARD, ARMIES, START, title="4 Panzergruppe " * 40)
    assert marks(drawn)["title"].label.endswith("…")
    assert drawn.title == "4 Panzergruppe " * 40


def test_the_header_tells_the_turn() -> None:
    assert "Round 1 · white to act" in marks(picture(BOARD, ARMIES, START))["status"].label
    assert "brown has won" in marks(picture(BOARD, ARMIES, with_(START, winner=2)))["status"].label


def test_every_colour_of_the_legend_and_the_map_is_in_the_style() -> None:
    colors = set(load_style().colors.values())
    drawn = picture(BOARD, ARMIES, START, highlights=["Riga"])
    used = {fill for mark in drawn.marks for fill in mark.fill} | {
        color for link in drawn.links for color in link.colors
    }
    assert used <= colors


def test_the_players_areas_and_pieces_differ_in_lightness() -> None:
    colors = load_style().colors

    def lightness(name: str) -> float:
        red, green, blue = (int(colors[name][i : i + 2], 16) / 255 for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for suffix in ("", "_piece"):
        white, gray, brown = (lightness(player + suffix) for player in ("white", "gray", "brown"))
        assert white - gray > 0.15
        assert gray - brown > 0.15


def test_a_walk_over_several_areas_is_drawn_leg_by_leg() -> None:
    replay, ruleset = replay_file(ROOT / "replays" / "race-to-moscow-2024" / "10-briansk-kaluga-moskva.rtm")
    step = replay.steps[-2]
    drawn = ruleset.picture(step.state, step.before, (), "", step.through)
    spots = {mark.id: (mark.x, mark.y) for mark in drawn.marks}
    names = ["Briansk", "Kaluga", "Moskva", "Kaluga"]  # there, and back after the lost combat
    areas = [spots[f"area_{BOARD.area_names[name]}"] for name in names]
    legs = [link for link in drawn.links if link.id.startswith("trail_1Pz_")]
    assert len(legs) == 3
    for leg, (start_of, end_of) in zip(legs, pairwise(areas), strict=True):
        assert math.dist(spots[leg.a], start_of) < 10
        assert math.dist(spots[leg.b], end_of) < 10


# What the complete rules brought


def test_a_vehicle_covers_no_army_and_no_name_but_on_the_shortest_lines() -> None:
    every = (1 << len(BOARD.lines)) - 1
    depots = (Supplies(3, 3, 3),) * len(BOARD.areas)
    drawn = marks(picture(BOARD, ARMIES, with_(START, trains=every, depots=depots)))
    trains = [box(mark) for name, mark in drawn.items() if name.startswith("train_")]
    rest = [box(mark) for name, mark in drawn.items() if name.startswith(("army_", "load_", "name_"))]
    covered = [train for train in trains if any(train.overlaps(other) for other in rest)]
    assert len(trains) == len(BOARD.lines)
    assert len(covered) <= 5  # lines so short that there is no room


def test_a_control_marker_that_was_lost_is_struck_out_in_its_ring() -> None:
    orsha = area("Orsha")
    held = with_(START, control=(0, 1 << orsha, 0))
    drawn = marks(picture(BOARD, ARMIES, START, before=held))
    lost = drawn[f"lost_{orsha}"]
    assert (lost.label, lost.dashed) == ("W ×", True)
    assert drawn[f"changed_{orsha}"].dashed
    assert f"control_{orsha}" not in drawn
    assert f"lost_{orsha}" not in marks(picture(BOARD, ARMIES, START))


def test_a_soviet_marker_that_was_placed_has_a_ring() -> None:
    orsha = area("Orsha")
    placed = with_(START, soviet=START.soviet | 1 << orsha)
    drawn = marks(picture(BOARD, ARMIES, placed, before=START))
    assert [name for name in drawn if name.startswith("placed_")] == [f"placed_{orsha}"]
    assert drawn[f"soviet_{orsha}"].label == ""


def test_several_soviet_markers_in_an_area_are_counted() -> None:
    kiev = area("Kiev")
    stacked = with_(START, stacked=(kiev, kiev))
    drawn = marks(picture(BOARD, ARMIES, stacked, before=with_(START, stacked=(kiev,))))
    assert drawn[f"soviet_{kiev}"].label == "3"
    assert drawn[f"soviet_{kiev}"].hint == "Kiev: 3 Soviet markers"
    assert f"placed_{kiev}" in drawn
    assert "Soviet markers 3" in drawn[f"area_{kiev}"].hint


def test_the_side_of_a_soviet_marker_is_shown_once_it_is_known() -> None:
    kiev, brest = area("Kiev"), area("Brest")
    known = with_(START, armor=1 << kiev, infantry=1 << brest)
    drawn = marks(picture(BOARD, ARMIES, known))
    assert (drawn[f"soviet_{kiev}"].label, drawn[f"soviet_{brest}"].label) == ("A", "I")


def test_air_support_over_an_area_is_shown_with_its_owners() -> None:
    brest = area("Brest")
    over = with_(START, air_area=(-1, brest, brest))
    drawn = marks(picture(BOARD, ARMIES, over, before=START))
    assert drawn[f"air_{brest}"].label == "W B air"
    assert drawn[f"air_{brest}"].stroke == load_style().colors["change"]
    assert not [name for name in marks(picture(BOARD, ARMIES, START)) if name.startswith("air_")]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"phase": "reaction"}, "Soviet Reaction at the end of white's turn"),
        ({"phase": "over", "winners": 0b0110}, "the game is over, won by white and brown"),
        ({"phase": "over", "winners": 0b1000}, "the game is over, won by the Soviet player"),
        ({"phase": "over"}, "the game is over · stock"),
        ({"winner": 0}, "gray has won"),
    ],
)
def test_the_header_says_how_far_the_turn_is(changes: dict[str, object], words: str) -> None:
    assert words in marks(picture(BOARD, ARMIES, with_(START, **changes)))["status"].label


# Signs


def signed(look: Look, label: str, name: str = "Orsha", state: State = START) -> tuple[Mark, Mark, Picture]:
    """The tag and the ring of a sign, and its picture."""
    signs = Signs((Sign(area(name), look, label, "why"),))
    drawn = picture(BOARD, ARMIES, state, signs=signs)
    found = marks(drawn)
    return found[f"sign_{area(name)}"], found[f"sign_ring_{area(name)}"], drawn


def test_signs_differ_in_shape_and_line_and_word_and_not_only_in_colour() -> None:
    looks: tuple[tuple[Look, str], ...] = (
        ("attack", "ATTACK"),
        ("target", "target"),
        ("safe", "safe: 9A"),
        ("place", "+PLACE"),
        ("room", "+place"),
    )
    seen = []
    for look, label in looks:
        tag, ring, _ = signed(look, label)
        assert tag.label == label
        seen.append((tag.shape, ring.shape, ring.stroke_width, ring.dashed))
    assert len(set(seen)) == len(looks)
    assert seen[0][:2] == ("box", "ellipse")
    assert seen[3][:2] == ("hexagon", "box")


def test_beside_an_army_a_sign_is_short_and_covers_nothing_of_it() -> None:
    tag, _, drawn = signed("safe", "safe: 16A start", "Eydtkau")
    assert tag.label == "safe"
    assert not [name for name in ("army_16A", "load_16A") if box(marks(drawn)[name]).overlaps(box(tag))]


def test_what_protects_is_framed() -> None:
    signs = Signs((), armies=("16A",), starts=(area("Eydtkau"),))
    drawn = marks(picture(BOARD, ARMIES, START, signs=signs))
    army, shield = drawn["army_16A"], drawn["shield_16A"]
    assert (army.x, army.y) == (shield.x, shield.y)
    assert shield.dashed
    assert shield.width > army.width
    assert f"shield_start_{area('Eydtkau')}" in drawn


def test_the_legend_of_the_signs_covers_no_area_no_sea_and_not_the_other_legend() -> None:
    _, _, drawn = signed("attack", "ATTACK")
    found = marks(drawn)
    frame, sheet = box(found["sign_legend"]), sheet_of(BOARD)
    assert not [plate for plate in sheet.plates if plate.overlaps(frame)]
    assert not frame.overlaps(box(found["legend"]))
    assert not [name for name, mark in found.items() if name.startswith("sea_") and box(mark).overlaps(frame)]
    assert 0 < frame.left < frame.right < drawn.width


def test_a_picture_without_signs_has_no_legend_of_them() -> None:
    assert "sign_legend" not in marks(picture(BOARD, ARMIES, START))
