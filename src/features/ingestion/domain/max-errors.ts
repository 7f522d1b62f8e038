/** How many faulty rows a sender is told of one by one; all of them are counted. */
export const MOST_ERRORS = 1000
