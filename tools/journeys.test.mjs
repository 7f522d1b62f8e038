import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { allJourneys, featuresByAddress, featuresOf, MAIN_JOB } from './journeys.mjs'

describe('the journeys of a feature', () => {
  it('open its screens', () => {
    expect(featuresByAddress()).toMatchObject({
      '/orders/$ordNo': ['orders'],
      '/orders/tracking': ['tracking'],
      '/': ['dashboard', 'session'],
    })
    expect(featuresOf('e2e/tracking.test.ts')).toContain('tracking')
    expect(featuresOf('e2e/finance.test.ts')).toEqual(['finance'])
  })

  it('are all of them: no journey belongs to nothing but the one that sets up', () => {
    const alone = allJourneys().filter((journey) => featuresOf(journey).length === 0)
    expect(alone).toEqual(['e2e/set-up.test.ts'])
  })

  it('of the main job are there', () => {
    expect(MAIN_JOB.filter((file) => !existsSync(file))).toEqual([])
  })
})
