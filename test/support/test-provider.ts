/** The provider that the demo comes with, for suites that meet the portal from outside. */
export {
  startTestProvider,
  type TestProvider,
} from '../../src/app/server/demo/test-provider/start-test-provider.ts'
