/** Forms of texts on the wire which have words of their own when something else is sent. */
export const MONEY = /^-?\d+\.\d{2}$/
export const CURRENCY = /^[A-Z]{3}$/
/** 14:30 */
export const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** 2024-03 */
export const YEAR_MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/
