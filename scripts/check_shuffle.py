#!/usr/bin/env python3
"""Check the shuffles of a finished match by its record, with nothing but Python.

    python3 check_shuffle.py RECORD.json

RECORD.json is the answer of GET /api/v1/matches/{id}/record. The script uses no code of the server: it follows
docs/fair-shuffles.md, from which it can be rewritten in any language. Exit status 0: the seed is the one that the
server was committed to, and every deck and the first dealer follow from it. (The dealer of a rematch follows from the
match before, if the record names that match.) Exit status 1: a check failed.
"""

import hashlib
import hmac
import json
import sys


def words(seed, label):
    """Yield the random 32-bit numbers of a shuffle."""
    block = 0
    while True:
        digest = hmac.new(bytes.fromhex(seed), f"{label}|{block}".encode(), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(limit, numbers):
    """Return an unbiased number from 0 to limit - 1."""
    end = 2**32 - 2**32 % limit
    return next(number for number in numbers if number < end) % limit


def shuffled(cards, seed, label):
    """Return the cards, sorted by name, as the seed shuffles them."""
    deck, numbers = sorted(cards), words(seed, label)
    for place in range(len(deck) - 1, 0, -1):
        other = below(place + 1, numbers)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def faults(record):
    """Yield the faults in the shuffles of a record."""
    about = record["about"]
    seed, match = about["seed"], about.get("deal_of") or about["match"]
    seats = ",".join(seat["seed"] for seat in about["seats"])
    if about["shuffle"] != "chkobba-shuffle-v1":
        yield f"the shuffle {about['shuffle']} is not the one that this script knows"
        return
    if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != about["commitment"]:
        yield "the seed is not the one that the server was committed to"
    for number, seat in enumerate(about["seats"]):
        promised = seat.get("seed_commitment") and seat["seed"]
        if promised and hashlib.sha256(seat["seed"].encode()).hexdigest() != seat["seed_commitment"]:
            yield f"the seed of seat {number} is not the one that it had committed to"
    sealed = about.get("sealed")
    if sealed and sealed["commitments"] != [seat.get("seed_commitment", "") for seat in about["seats"]]:
        yield "the commitments of the seats are not those that were sealed before seeds were revealed"
    if sealed and sealed["seeds"] != ["" if seat.get("seed_commitment") else seat["seed"] for seat in about["seats"]]:
        yield "the plain seeds are not those that were sealed before seeds were revealed"
    drawn = not about.get("dealer_from")
    if drawn and below(record["seats"], words(seed, f"{about['shuffle']}|{match}|dealer|{seats}")) != record["dealer"]:
        yield "the first dealer does not follow from the seed"
    for number, played in enumerate(record["rounds"]):
        for attempt, deck in enumerate(played["decks"] + played["reshuffles"]):
            if shuffled(deck, seed, f"{about['shuffle']}|{match}|{number}|{attempt}|{seats}") != deck:
                yield f"round {number}, shuffle {attempt}: the deck does not follow from the seed"


def choices(record):
    """Yield the players who could choose cards in a record without faults, by the present or by earlier rules."""
    about = record["about"]
    committed = [seat for seat in about["seats"] if seat.get("seed_commitment")]
    if not committed and not about.get("deal_of"):
        yield "no seat committed to a seed: whoever knew the server's seed and added one last could choose the cards"
    for seat in committed:
        if not seat["seed"]:
            yield f"seat {about['seats'].index(seat)} kept its seed back, so it had the choice of two decks"


def main():
    """Check a record and print the result."""
    with open(sys.argv[1], encoding="utf-8") as file:
        record = json.load(file)
    wrong = list(faults(record))
    before = record["about"].get("dealer_from")
    decks = sum(len(played["decks"] + played["reshuffles"]) for played in record["rounds"])
    for fault in wrong:
        print(f"WRONG: {fault}")
    for choice in choices(record):
        print(f"NOTE: {choice}")
    if not wrong:
        follow = f"{decks} decks follow" if before else f"{decks} decks and the first dealer follow"
        print(f"all right: {follow} from the seed of commitment")
        print(f"  {record['about']['commitment']}")
        if before:
            print(f"Seat {before['seat']} of match {before['match']} was to deal next: compare its record.")
        print("Compare it with the commitment that you saw in the match before the first card was dealt.")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main())
