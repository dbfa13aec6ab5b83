// Knows the way to where one signs in, and back. Does not know how one signs in.
import { address } from './router/router';

/** Whoever signs in there comes back to `then`: left out, to where they are. */
export function signInPath(then = `${address.value.path}${address.value.query}`): string {
  return then.startsWith('/account') ? '/account' : `/account?then=${encodeURIComponent(then)}`;
}
