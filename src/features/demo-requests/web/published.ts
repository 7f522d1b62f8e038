/** For the pages that say what the portal is. */
export { RequestDemo } from './request-demo.tsx'
