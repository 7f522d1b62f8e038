/** What a test expects is for the test to say. */
// biome-ignore lint/suspicious/noExplicitAny: an answer may be anything until the test has looked
export type Json = any
