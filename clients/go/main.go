// A whole client in a page: come in, play a match of any game against bots, read the score.
//
// The package chkobba is generated from openapi/schema.yaml (`make proofs ARGS=clients-go` plays with this):
//
//	go run . http://127.0.0.1:8000 '{"chkobba": {"target": 3}}'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"play/chkobba"
)

func playAgainstBots(api *chkobba.APIClient, game string, options chkobba.Options) (*chkobba.MatchView, error) {
	ctx := context.Background()
	guest, _, err := api.AccountsAPI.CreateGuest(ctx).GuestRequest(*chkobba.NewGuestRequest("Amel")).Execute()
	if err != nil {
		return nil, err
	}
	ctx = context.WithValue(ctx, chkobba.ContextAccessToken, guest.Token)

	wish := chkobba.NewMatchRequest(game)
	wish.SetOptions(options)
	wish.SetBots(map[string]string{"1": "medium"})
	wish.SetAutostart(true)
	view, _, err := api.LobbyAPI.CreateMatch(ctx).MatchRequest(*wish).Execute()
	for err == nil && view.Status == "running" {
		legal := view.LegalMoves.Get()
		if legal == nil {
			// Held by the server until something happens, 25 seconds at the most.
			if _, _, err = api.MatchesAPI.ListMatchEvents(ctx, view.Id).After(view.Version).Wait(25).Execute(); err == nil {
				view, _, err = api.MatchesAPI.GetMatch(ctx, view.Id).Execute()
			}
			continue
		}
		moves := legal.Moves
		if !legal.Complete { // there are very many: they come in pages
			page, _, err := api.MatchesAPI.ListLegalMoves(ctx, view.Id).Limit(1).Execute()
			if err != nil {
				return nil, err
			}
			moves = page.Moves
		}
		move := chkobba.NewMoveRequest(moves[0].Move)
		move.SetExpectedVersion(view.Version)
		played, _, failed := api.MatchesAPI.MakeMove(ctx, view.Id).MoveRequest(*move).Execute()
		if err = failed; err == nil {
			view = &played.View
		}
	}
	return view, err
}

// inShort says how the table looks, which each kind of game has of its own.
func inShort(view *chkobba.MatchView) string {
	switch table := view.Table.Get().GetActualInstance().(type) {
	case *chkobba.FishingTable:
		return fmt.Sprintf("%d cards on the table, %d in the stock", len(table.Table), table.Stock)
	case *chkobba.CambaTable:
		return fmt.Sprintf("%d cards on the pile, %d to draw", table.Discard, table.Draw)
	case *chkobba.HaggisTable:
		return fmt.Sprintf("%d plays in the trick, %d cards in the haggis", len(table.Trick), table.Haggis)
	}
	log.Fatal("no table that this client knows")
	return ""
}

func main() {
	var games map[string]chkobba.Options
	if err := json.Unmarshal([]byte(os.Args[2]), &games); err != nil {
		log.Fatal(err)
	}
	configuration := chkobba.NewConfiguration()
	configuration.Servers = chkobba.ServerConfigurations{{URL: os.Args[1]}}
	api := chkobba.NewAPIClient(configuration)
	for game, options := range games {
		view, err := playAgainstBots(api, game, options)
		if err != nil || view.Status != "finished" {
			log.Fatalf("%s: %v", game, err)
		}
		fmt.Printf("%s: %d versions, totals %v; %s\n", game, view.Version, view.Totals, inShort(view))
	}
}
