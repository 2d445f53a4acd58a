// A whole client in a page: come in, play a match of any game against bots, read the score.
//
// The package chkobba is generated from openapi/schema.yaml (`make proofs ARGS=clients-java` plays with this):
//
//     java Play http://127.0.0.1:8000 '{"chkobba": {"target": 3}}'

import chkobba.ApiClient;
import chkobba.ApiException;
import chkobba.api.AccountsApi;
import chkobba.api.LobbyApi;
import chkobba.api.MatchesApi;
import chkobba.model.CambaTable;
import chkobba.model.FishingTable;
import chkobba.model.HaggisTable;
import chkobba.model.LegalMove;
import chkobba.model.MatchView;
import chkobba.model.GuestRequest;
import chkobba.model.MatchRequest;
import chkobba.model.MoveRequest;
import chkobba.model.Options;
import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Plays a match of each game that is named. */
public final class Play {
  private Play() {}

  static MatchView playAgainstBots(ApiClient client, String game, Options options) throws ApiException {
    var guest = new AccountsApi(client).createGuest(
        AccountsApi.APICreateGuestRequest.newBuilder().guestRequest(new GuestRequest().nickname("Amel")).build());
    client.setRequestInterceptor(request -> request.setHeader("Authorization", "Bearer " + guest.getToken()));

    var wish = new MatchRequest().game(game).options(options).bots(Map.of("1", "medium")).autostart(true);
    var view = new LobbyApi(client).createMatch(
        LobbyApi.APICreateMatchRequest.newBuilder().matchRequest(wish).build());
    var api = new MatchesApi(client);
    UUID id = view.getId();
    while (view.getStatus().equals("running")) {
      var legal = view.getLegalMoves();
      if (legal == null) {
        // Held by the server until something happens, 25 seconds at the most.
        api.listMatchEvents(MatchesApi.APIListMatchEventsRequest.newBuilder().matchId(id).after(view.getVersion()).waitSeconds(25).build());
        view = api.getMatch(MatchesApi.APIGetMatchRequest.newBuilder().matchId(id).build());
        continue;
      }
      List<LegalMove> moves = legal.getMoves();
      if (!legal.getComplete()) { // there are very many: they come in pages
        moves = api.listLegalMoves(
            MatchesApi.APIListLegalMovesRequest.newBuilder().matchId(id).limit(1).build()).getMoves();
      }
      var move = new MoveRequest().move(moves.get(0).getMove()).expectedVersion(view.getVersion());
      view = api.makeMove(MatchesApi.APIMakeMoveRequest.newBuilder().matchId(id).moveRequest(move).build()).getView();
    }
    return view;
  }

  /** Says how the table looks, which each kind of game has of its own. */
  static String inShort(MatchView view) {
    Object table = view.getTable().getActualInstance();
    if (table instanceof FishingTable fishing) {
      return fishing.getTable().size() + " cards on the table, " + fishing.getStock() + " in the stock";
    }
    if (table instanceof CambaTable camba) {
      return camba.getDiscard() + " cards on the pile, " + camba.getDraw() + " to draw";
    }
    if (table instanceof HaggisTable haggis) {
      return haggis.getTrick().size() + " plays in the trick, " + haggis.getHaggis() + " cards in the haggis";
    }
    throw new IllegalStateException("no table that this client knows");
  }

  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    var games = client.getObjectMapper().readValue(arguments[1], new TypeReference<Map<String, Options>>() {});
    for (var game : games.entrySet()) {
      client.setRequestInterceptor(null);
      var view = playAgainstBots(client, game.getKey(), game.getValue());
      if (!view.getStatus().equals("finished")) {
        throw new IllegalStateException(game.getKey() + " is " + view.getStatus());
      }
      System.out.printf(
          "%s: %d versions, totals %s; %s%n", game.getKey(), view.getVersion(), view.getTotals(), inShort(view));
    }
  }
}
