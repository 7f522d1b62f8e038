/** Nothing after the first "/" may make a browser leave our origin: no second slash, no backslash, no control sign. */
const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u
const SIGN_IN = /^\/(acces|login)\/?([?#]|$)/

/**
 * Where to go after sign-in: `next` when it is a path of this portal that begins with exactly one "/" (A1), else "/".
 * The sign-in screen itself is no destination.
 */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && next.length <= 2000 && OWN_PATH.test(next) && !SIGN_IN.test(next) ? next : '/'
