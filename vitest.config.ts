import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// The trial suites read real files that do not travel with the repository.
const trialData = existsSync('../shared/data')
if (!trialData) console.log('trials: ../shared/data is absent, so the trial suites do not run')

const withDatabase = {
  globalSetup: ['test/support/global-setup.ts'],
  hookTimeout: 60_000,
  testTimeout: 30_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: ['src/**/*.server.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['test/server/**/*.test.ts', 'src/**/*.server.test.ts'],
          ...withDatabase,
        },
      },
      { test: { name: 'security', include: ['test/security/**/*.test.ts'], ...withDatabase } },
      ...(trialData
        ? [
            {
              test: {
                name: 'trials',
                include: ['test/trials/**/*.test.ts'],
                ...withDatabase,
                testTimeout: 120_000,
              },
            },
          ]
        : []),
      { test: { name: 'e2e', include: ['e2e/**/*.test.ts'], ...withDatabase, testTimeout: 120_000 } },
    ],
  },
})
