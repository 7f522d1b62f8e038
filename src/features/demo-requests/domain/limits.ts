export const LONGEST_NAME = 200
export const LONGEST_TEXT = 4000
