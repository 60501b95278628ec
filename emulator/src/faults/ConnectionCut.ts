/**
 * A connection that ends without a (whole) answer: what a fault script asks for, as an error of the app.
 */
import * as Data from "effect/Data"

/**
 * Over a socket the connection is really cut; in-process the call fails as on a broken network.
 */
export class ConnectionCut extends Data.TaggedError("ConnectionCut")<{}> {
  override get message(): string {
    return "the connection was cut"
  }
}
