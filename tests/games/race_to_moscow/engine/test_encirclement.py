"""8 Encirclement (2024:528-556, 2024:649-653)."""

from __future__ import annotations

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.kernel.bits import members

from .table import Table

# Brown before the pocket of Lvov, Stanislavov and Czenovitsy: Proskurov is its last exit (2024:550-556).
GALICIA = """
[players.brown]
controls = ["Brody", "Mogilev Podolskiy"]
medals = 0
[armies.1Pz]
at = "Brody"
fuel = 3
ammo = 3
"""
# White holds all around Mogilev but Gomel, which Brown can take as well.
MOGILEV = """
[players.white]
controls = ["Borisov", "Bobruisk", "Orsha", "Roslavl"]
medals = 0
[players.brown]
controls = ["Konotop"]
medals = 0
[armies.1Pz]
at = "Konotop"
fuel = 3
ammo = 3
"""


def test_areas_cut_off_by_a_marker_change_hands_with_marker_medal_and_cards(table: Table) -> None:
    """2024:542-546, 2024:556."""
    table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe]
          cites 8.encirclement.cut 8.encirclement.colour 8.encirclement.several 8.encirclement.medal
          cites 8.encirclement.pool 8.encirclement.card 8.encirclement.pile
          expect Lvov controlled by brown
          expect Stanislavov controlled by brown
          expect Czenovitsy controlled by brown
          expect Lvov has no Soviet marker, no medal, no track
          expect brown has 3 encircled cards, 1 medal, 0 defeated cards
          expect pool has 11 Soviet markers
          expect Soviet deck has 30 cards
        """,
        GALICIA,
        first="brown",
    )


def test_an_open_exit_saves_the_pocket(table: Table) -> None:
    """Without Brody the chain runs from Lvov over Brody and Rovno."""
    scenario = GALICIA.replace('"Brody", ', "").replace('at = "Brody"', 'at = "Mogilev Podolskiy"')
    table.green(
        """
        armor 1Pz Mogilev Podolskiy > Proskurov [Endless Steppe]
          expect Lvov uncontrolled
          expect Lvov not encircled
          expect brown has 0 encircled cards
        """,
        scenario,
        first="brown",
    )


def test_encircled_cards_are_not_seen_but_could_be_any(table: Table) -> None:
    """They are drawn face down (2024:544): every green card may still come."""
    position = table.position(GALICIA, first="brown")
    green = position.state.soviet_deck.candidates()
    position.do(a.Activate(position.army("1Pz")), a.Enter(position.area("Proskurov")))
    position.do(a.Reveal(position.card("brown", "Endless Steppe")), a.EndMove())
    assert position.state.encircled == (0, 0, 3)
    assert position.state.soviet_deck.candidates() == green
    assert position.state.trophies == (0, 0, 0)


def test_the_check_waits_for_the_end_of_the_move(table: Table) -> None:
    """2024:542: an army walks into an area that is already cut off and fights there."""
    step = table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe] > Lvov [5 Army]
          expect 1Pz at Lvov
          expect brown defeated 5 Army
          expect brown has 2 encircled cards, 1 medal
          expect Stanislavov controlled by brown
          expect Czenovitsy controlled by brown
          expect Soviet deck has 30 cards
          expect pool has 11 Soviet markers
        """,
        GALICIA,
        first="brown",
    )
    assert "encirclement-timing" in step.rulings


def test_by_the_other_reading_the_pocket_falls_at_once(table: Table) -> None:
    step = table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe] > Lvov
          expect 1Pz at Lvov
          expect brown has 3 encircled cards, 1 medal, 0 defeated cards
        """,
        GALICIA,
        first="brown",
        rulings={"encirclement-timing": "immediate"},
    )
    assert "encirclement-timing" in step.rulings


def test_the_check_also_follows_a_lost_combat(table: Table) -> None:
    """The movement of a defeated army has ended (2024:841), and then encirclement is checked (2024:542)."""
    table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe] > Lvov [6 Mech Corps]
          expect 1Pz at Proskurov
          expect Lvov controlled by brown
          expect brown has 3 encircled cards, 1 medal, 0 defeated cards
          expect Soviet deck has 30 cards
        """,
        GALICIA.replace("ammo = 3", "ammo = 0"),
        first="brown",
    )


def test_each_field_army_s_move_is_checked_by_itself(table: Table) -> None:
    """Once the army's movement has finished (2024:542): the second army enters an area its friend has cut off."""
    scenario = """
[players.brown]
controls = ["Brody", "Mogilev Podolskiy"]
medals = 0
[armies.6A]
at = "Brody"
fuel = 1
ammo = 3
food = 2
"""
    table.green(
        """
        fields 6A Brody > Proskurov [Endless Steppe] and 17A Przemysl > Lvov
          expect 17A at Lvov
          expect 17A has 3 ammo
          expect brown has 3 encircled cards, 0 defeated cards
        """,
        scenario,
        first="brown",
    )


def test_a_single_coloured_area_goes_to_its_colour_and_its_medal_too_but_the_card_to_the_active_player(
    table: Table,
) -> None:
    """2024:542-544: markers in the colour of the area; its placer takes the medal; the active player draws the card."""
    table.green(
        """
        armor 1Pz Konotop > Gomel [Endless Steppe]
          expect Mogilev controlled by white
          expect white has 1 medal, 0 encircled cards
          expect brown has 0 medals, 1 encircled card
          expect Mogilev has no Soviet marker
        """,
        MOGILEV + "[areas.Mogilev]\nsoviet = true\n",
        first="brown",
    )


def test_an_encircled_area_without_a_soviet_marker_brings_no_card(table: Table) -> None:
    table.green(
        """
        armor 1Pz Konotop > Gomel [Endless Steppe]
          expect Mogilev controlled by white
          expect brown has 0 encircled cards
          expect Soviet deck has 33 cards
        """,
        MOGILEV,
        first="brown",
    )


# Gomel is cut off when Brown takes its last neighbour Konotop; White, in between, holds the others.
GOMEL = """
[players.white]
controls = ["Pinsk", "Bobruisk", "Mogilev", "Roslavl", "Briansk"]
medals = 0
[players.brown]
controls = ["Zhitomir", "Kiev"]
medals = 0
[armies.1Pz]
at = "Kiev"
fuel = 3
ammo = 3
"""


def test_a_double_coloured_area_goes_to_the_active_player(table: Table) -> None:
    """2024:542: white and brown could own Gomel; brown is active."""
    table.green(
        """
        armor 1Pz Kiev > Konotop [Endless Steppe]
          cites 8.encirclement.double
          expect Gomel controlled by brown
        """,
        GOMEL,
        first="brown",
    )


def test_a_red_line_saves_an_area(table: Table) -> None:
    """2024:532: without Pinsk, Gomel reaches it by a red line, and Pinsk goes on by Slutsk."""
    table.green(
        "armor 1Pz Kiev > Konotop [Endless Steppe]\n expect Gomel uncontrolled\n expect Gomel not encircled",
        GOMEL.replace('"Pinsk", ', ""),
        first="brown",
    )


def test_a_line_of_another_colour_saves_an_area(table: Table) -> None:
    """Areas are adjacent by an arrow of any colour (2024:399): Gomel and Mogilev by a white line."""
    table.green(
        "armor 1Pz Kiev > Konotop [Endless Steppe]\n expect Gomel uncontrolled",
        GOMEL.replace('"Mogilev", ', ""),
        first="brown",
    )


def test_a_double_coloured_area_of_two_others_goes_to_the_active_player_by_a_ruling(table: Table) -> None:
    """2024:542 names the active player; ruling encircled-foreign-double.

    Brown takes Kaluga, the last exit of Vyazma (white, fortified) and Rzhev (gray and white).
    """
    scenario = """
[players.gray]
controls = ["Toropets", "Valdai", "Kalinin"]
medals = 0
[players.white]
controls = ["Smolensk", "Mozhaysk", "Roslavl"]
medals = 0
[players.brown]
controls = ["Briansk"]
medals = 0
[armies.1Pz]
at = "Briansk"
fuel = 3
ammo = 3
"""
    step = table.green(
        """
        armor 1Pz Briansk > Kaluga [Endless Steppe]
          expect Rzhev controlled by brown
          expect Vyazma controlled by white
          expect brown has 2 medals
          expect white has 1 medal
          expect Vyazma has a bunker
        """,
        scenario,
        first="brown",
    )
    assert {"encircled-foreign-double", "encircled-bunker"} <= set(step.rulings)
    table.green(
        "armor 1Pz Briansk > Kaluga [Endless Steppe]\n expect Rzhev controlled by gray\n expect gray has 1 medal",
        scenario,
        first="brown",
        rulings={"encircled-foreign-double": "first-colour"},
    )
    table.green(
        "armor 1Pz Briansk > Kaluga [Endless Steppe]\n expect Vyazma has no bunker",
        scenario,
        first="brown",
        rulings={"encircled-bunker": "removed"},
    )


def test_one_move_closes_several_pockets(table: Table) -> None:
    """2024:530. Proskurov shuts Lvov's pocket; Vinnitsa, taken next, has none; Kovel alone is shut by Rovno."""
    scenario = """
[players.white]
controls = ["Brest", "Pinsk"]
[players.brown]
controls = ["Brody", "Mogilev Podolskiy"]
medals = 0
[armies.1Pz]
at = "Brody"
fuel = 3
ammo = 3
"""
    table.green(
        """
        armor 1Pz Brody > Rovno [Endless Steppe] > Proskurov [Operation München]
          expect Kovel controlled by brown
          expect Lvov controlled by brown
          expect Czenovitsy controlled by brown
          expect brown has 3 encircled cards
        """,
        scenario,
        first="brown",
    )


def test_printed_areas_are_never_encircled(table: Table) -> None:
    """They are always controlled (2024:279)."""
    table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe]
          expect Przemysl controlled by brown
          expect Piatra not encircled
        """,
        GALICIA,
        first="brown",
    )


def test_moving_through_own_areas_encircles_nothing(table: Table) -> None:
    step = table.green("armor 1Pz Brody > Tomaszow\n expect brown has 0 encircled cards", GALICIA, first="brown")
    assert not any(rule.startswith("8.encirclement") for rule in step.rules if rule != "8.encirclement.timing")


def test_a_move_that_cuts_nothing_off_hangs_on_no_ruling(table: Table) -> None:
    assert table.green("armor 1Pz Brody > Tomaszow", GALICIA, first="brown").rulings == ()


def test_an_encircled_area_is_entered_like_any_own_area(table: Table) -> None:
    """They are now controlled (2024:542)."""
    table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe]
        fields 17A Przemysl > Lvov pay 1 food > Stanislavov
          expect 17A at Stanislavov
          expect 17A has 3 ammo
        """,
        GALICIA,
        first="brown",
    )


def test_a_known_top_card_leaves_with_the_encircled_cards(table: Table) -> None:
    """The top card is drawn (2024:544), also one that Recon has seen: it does not come again."""
    scenario = GALICIA.replace("[players.brown]", '[players.brown]\nholds = ["Recon"]').replace(
        "[armies.1Pz]", '[armies.11A]\nat = "Mogilev Podolskiy"\n[armies.1Pz]'
    )
    table.green(
        """
        play Recon look Soviet [5 Army]
        armor 1Pz Brody > Proskurov [Endless Steppe]
        illegal fields 6A Lublin > Kovel [5 Army]
          because 8.common.pursuit-draw
        """,
        scenario,
        first="brown",
    )
    position = table.position(scenario, first="brown")
    seen = position.card("soviet", "5 Army")
    position.do(a.PlayHeld(position.card("brown", "Recon")), a.Peek("Soviet"), a.Reveal(seen))
    position.do(a.Activate(position.army("1Pz")), a.Enter(position.area("Proskurov")))
    position.do(a.Reveal(position.card("brown", "Endless Steppe")), a.EndMove())
    assert seen not in members(position.state.soviet_deck.candidates())


def test_air_support_on_a_card_taken_face_down_is_spent(table: Table) -> None:
    """Ruling air-on-encircled-card."""
    moves = "air Soviet [5 Army]\narmor 1Pz Brody > Proskurov [Endless Steppe]\n expect brown Air Support "
    step = table.green(moves + "spent", GALICIA, first="brown")
    assert "air-on-encircled-card" in step.rulings
    step = table.green(moves + "on Soviet deck", GALICIA, first="brown", rulings={"air-on-encircled-card": "stays"})
    assert "air-on-encircled-card" in step.rulings


# Harbors and the fleet

COURLAND = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys"]
[armies.4Pz]
at = "Panevezys"
fuel = 2
ammo = 3
"""


@pytest.mark.parametrize(
    ("fleet", "falls"),
    [("Danzig Bay", False), ("Courland Coast", True), ("Gulf of Riga", False), ("Gulf of Finland", False)],
)
def test_a_harbor_saves_its_pocket_unless_the_fleet_is_in_its_sea_area(table: Table, fleet: str, falls: bool) -> None:
    """2024:532, 2024:540, 2024:649: the sea area of that harbor, no other, not even Leningrad's."""
    fact = "controlled by gray" if falls else "uncontrolled"
    table.green(
        f"""
        armor 4Pz Panevezys > Riga [Silberfuchs]
          expect Liepaja {fact}
          expect Siauliai {fact}
          expect Ventspils {fact}
          expect gray has {2 if falls else 0} encircled cards
        """,
        f'fleet = "{fleet}"\n' + COURLAND,
    )


def test_a_controlled_harbor_saves_nobody(table: Table) -> None:
    """Through uncontrolled harbor areas (2024:532): with Liepaja and Ventspils gray, Siauliai has no way out."""
    scenario = COURLAND.replace('"Panevezys"]', '"Panevezys", "Liepaja", "Ventspils"]')
    table.green("armor 4Pz Panevezys > Riga [Silberfuchs]\n expect Siauliai controlled by gray", scenario)


def test_one_open_harbor_is_enough(table: Table) -> None:
    """Pärnu's harbor lies in the Gulf of Riga: with the fleet off Courland it still saves what reaches it."""
    scenario = """
fleet = "Courland Coast"
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys"]
[armies.4Pz]
at = "Panevezys"
fuel = 2
ammo = 3
"""
    table.green(
        """
        armor 4Pz Panevezys > Riga [Silberfuchs] > Valmiera [Platinfuchs]
          expect Pärnu uncontrolled
          expect Liepaja controlled by gray
        """,
        scenario,
    )


def test_a_harbor_of_the_black_sea_saves_nobody(table: Table) -> None:
    """Only in the North theater, to Leningrad (2024:532): Odessa and Nikolaev have harbors, and are cut off."""
    scenario = """
[players.brown]
controls = ["Kishinev", "Uman", "Kirovograd", "Melitopol", "Perekop"]
medals = 0
[armies.1Pz]
at = "Melitopol"
fuel = 3
ammo = 3
"""
    with pytest.raises(InputError, match="cut off"):
        table.position(scenario, first="brown")
    open_at_perekop = scenario.replace(', "Perekop"]', "]")
    table.green(
        """
        expect Odessa not encircled
        armor 1Pz Melitopol > Perekop [Endless Steppe]
          expect Odessa controlled by brown
          expect Nikolaev controlled by brown
          expect Odessa has no medal
          expect brown has 1 encircled card, 1 medal
        """,
        open_at_perekop,
        first="brown",
    )


def test_a_position_never_starts_with_a_cut_off_area(table: Table) -> None:
    """What is cut off has been taken (2024:542): a scenario that says otherwise is refused."""
    scenario = GALICIA.replace('"Brody", ', '"Brody", "Proskurov", ')
    with pytest.raises(InputError, match="encircled"):
        table.position(scenario, first="brown")


def test_an_empty_soviet_deck_gives_no_encircled_card(table: Table) -> None:
    """Ruling no-card-left. Two cards are left for three markers."""
    position = table.position(GALICIA, first="brown")
    cards = position.ruleset.material.cards
    left = (position.card("soviet", "30 Army"), position.card("soviet", "33 Army"))
    names = [cards.by_number[card].name for card in members(cards.soviet) if card not in left]
    listed = ", ".join(f'"{name}"' for name in names)
    step = table.green(
        """
        armor 1Pz Brody > Proskurov [Endless Steppe]
          expect brown has 2 encircled cards
          expect Soviet deck has 0 cards
          expect pool has 11 Soviet markers
          expect Czenovitsy controlled by brown
        """,
        GALICIA + f"[players.gray]\ndefeated = [{listed}]\n",
        first="brown",
    )
    assert "no-card-left" in step.rulings
