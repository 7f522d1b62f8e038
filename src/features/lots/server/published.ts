/** For a query over rows with a lot: how it stands with the certificate, and whether the asker waits for it. */

/** How a result of a lot is written, and what its test is called. */
export { resultText } from '../domain/result-text.ts'
export { certificateOf, wishOf } from './lot-certificates.ts'
export { testName } from './test-name.ts'
