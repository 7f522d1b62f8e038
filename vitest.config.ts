import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// The trial suites read real files that do not travel with the repository.
const trialData = existsSync('../shared/data')
// The same proofs in both forms; the long one takes its time (npm run test:faults).
const faultSeconds = process.env.PROOFS === 'long' ? 1800 : 120

// One seed for all files of a run, so that what they draw together fits together; each prints it. A new one in the long forms only.
process.env.TEST_SEED ??= process.env.PROOFS === 'long' ? String(Math.floor(Math.random() * 2 ** 31)) : '1'

const SHARING = ['server', 'security', 'trials']

// Ceilings for a busy machine, not expectations.
function project(name: string, include: string[], seconds = 120, setup = 'test/support/global-setup.ts') {
  const time = { testTimeout: seconds * 1000, hookTimeout: 180_000 }
  // Loading the server anew for each file takes a quarter of these suites' time, and 40 % of the unit tests'; what a file changes
  // in its process, it restores.
  const isolate = !SHARING.includes(name)
  return {
    test: { name, include, isolate, globalSetup: [setup], expect: { poll: { timeout: 15_000 } }, ...time },
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.mjs'],
          exclude: ['src/**/*.server.test.ts'],
          testTimeout: 30_000, // properties on a busy machine
          expect: { poll: { timeout: 15_000 } }, // commands start slowly there
          isolate: false,
        },
      },
      project('server', ['test/server/**/*.test.ts', 'src/**/*.server.test.ts']),
      project('security', ['test/security/**/*.test.ts']),
      ...(trialData ? [project('trials', ['test/trials/**/*.test.ts'], 240)] : []),
      project(
        'e2e',
        ['e2e/*.test.ts', ...(trialData ? ['e2e/trials/*.test.ts'] : [])],
        120,
        'e2e/support/run.ts',
      ),
      // The reader's dialects are drawn again there, many times as often.
      project('faults', ['test/faults/**/*.test.ts', 'src/**/dialects.test.ts'], faultSeconds),
    ],
  },
})
