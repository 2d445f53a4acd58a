// A whole client in a page: come in, play a match of any game against bots, read the score.
//
// The package Chkobba is generated from openapi/schema.yaml (`make proofs ARGS=clients-swift` plays with this):
//
//     swift run Play http://127.0.0.1:8000 '{"chkobba": {"target": 3}}'

import Chkobba
import Foundation

struct Failed: Error {
    let reason: String
}

func playAgainstBots(_ server: String, game: String, options: Options) async throws -> MatchView {
    let api = ChkobbaAPIConfiguration(basePath: server)
    let guest = try await AccountsAPI.createGuest(guestRequest: GuestRequest(nickname: "Amel"), apiConfiguration: api)
    api.customHeaders["Authorization"] = "Bearer \(guest.token)"

    let wish = MatchRequest(game: game, options: options, bots: ["1": "medium"], autostart: true)
    var view = try await LobbyAPI.createMatch(matchRequest: wish, apiConfiguration: api)
    while view.status == "running" {
        guard let legal = view.legalMoves else {
            // Held by the server until something happens, 25 seconds at the most.
            _ = try await MatchesAPI.listMatchEvents(matchId: view.id, after: view.version, wait: 25, apiConfiguration: api)
            view = try await MatchesAPI.getMatch(matchId: view.id, apiConfiguration: api)
            continue
        }
        var moves = legal.moves
        if !legal.complete { // there are very many: they come in pages
            moves = try await MatchesAPI.listLegalMoves(matchId: view.id, limit: 1, apiConfiguration: api).moves
        }
        let move = MoveRequest(move: moves[0].move, expectedVersion: view.version)
        view = try await MatchesAPI.makeMove(matchId: view.id, moveRequest: move, apiConfiguration: api).view
    }
    return view
}

/// Say how the table looks, which each kind of game has of its own.
func inShort(_ view: MatchView) -> String {
    switch view.table {
    case .typeFishingTable(let table):
        return "\(table.table.count) cards on the table, \(table.stock) in the stock"
    case .typeCambaTable(let table):
        return "\(table.discard) cards on the pile, \(table.draw) to draw"
    case .typeHaggisTable(let table):
        return "\(table.trick.count) plays in the trick, \(table.haggis) cards in the haggis"
    case .unknownDefaultOpenApi, nil:
        return "no table that this client knows"
    }
}

let server = CommandLine.arguments[1]
let games = try JSONDecoder().decode([String: Options].self, from: Data(CommandLine.arguments[2].utf8))
for (game, options) in games {
    let view = try await playAgainstBots(server, game: game, options: options)
    guard view.status == "finished", view.table != .unknownDefaultOpenApi else {
        throw Failed(reason: "\(game) is \(view.status)")
    }
    let totals = view.totals.map(String.init).joined(separator: " to ")
    print("\(game): \(view.version) versions, totals \(totals); \(inShort(view))")
}
