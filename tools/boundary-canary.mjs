/** A small product that breaks each rule once; what it does rightly beside that has to be let through. */
export const plantedFiles = {
  'src/app/server/main.ts': `
    import '../../platform/server/door.ts'
    import '../../platform/server/database/pool.ts'
    import '../../features/orders/server/list-orders.ts'
    import '../../features/sales/server/list-sales.ts'
    import '../../features/sales/server/published.ts'`,
  'src/app/web/main.tsx': `
    import '../../features/orders/web/page.tsx'
    import '../../features/sales/web/page.tsx'`,
  'src/platform/contract/page.ts': `import { z } from 'zod'; export const page = z.string()`,
  'src/platform/server/door.ts': `import type { x } from '../../features/orders/contract.ts'; export type Y = x`,
  'src/platform/server/database/pool.ts': `import pg from 'pg'; export const pool = pg`,
  'src/platform/server/forgotten.ts': `import { pool } from './database/pool.ts'; export const forgotten = pool`,
  'src/platform/server/alone.ts': `export const alone = 1`,
  'src/features/orders/contract.ts': `
    import { oc } from '@orpc/contract'
    import { z } from 'zod'
    import { page } from '../../platform/contract/page.ts'
    import fs from 'node:fs'
    export type x = string; export const contract = [oc, z, page, fs]`,
  'src/features/orders/domain/status.ts': `
    import { contract } from '../contract.ts'
    import { list } from '../server/list-orders.ts'
    export const status = [contract, list]`,
  'src/features/orders/server/list-orders.ts': `
    import pg from 'pg'
    import { published } from '../../sales/server/published.ts'
    import { list as foreign } from '../../sales/server/list-sales.ts'
    import { missing } from './missing.ts'
    export const list = [pg, published, foreign, missing]`,
  'src/features/orders/web/page.tsx': `
    import { status } from '../domain/status.ts'
    import { list } from '../server/list-orders.ts'
    import { shell } from '../../../app/web/shell.tsx'
    import { part } from './part.tsx'
    export const page = [status, list, shell, part]`,
  'src/features/orders/web/part.tsx': `import type { page } from './page.tsx'; export const part = '' as unknown as typeof page`,
  'src/features/sales/server/published.ts': `export const published = 1`,
  'src/features/sales/server/list-sales.ts': `
    import { page } from '../web/page.tsx'
    export const list = page`,
  'src/features/sales/web/page.tsx': `
    import { given } from '../../../../test/support/given.ts'
    export const page = given`,
  'src/app/web/shell.tsx': `export const shell = 1`,
  'test/support/given.ts': `export const given = 1`,
  'e2e/journey.test.ts': `import { shell } from '../src/app/web/shell.tsx'; export const journey = shell`,
}

export const plantedViolations = [
  'platform-never-looks-up: src/platform/server/door.ts',
  'features-never-import-app: src/features/orders/web/page.tsx',
  'web-never-imports-server: src/features/orders/web/page.tsx',
  'server-never-imports-web: src/features/sales/server/list-sales.ts',
  'features-meet-at-contracts-and-what-is-published: src/features/orders/server/list-orders.ts',
  'contracts-are-pure: src/features/orders/contract.ts',
  'domain-is-pure: src/features/orders/domain/status.ts',
  'src-never-imports-test: src/features/sales/web/page.tsx',
  'database-driver-behind-the-door: src/features/orders/server/list-orders.ts',
  'e2e-is-a-black-box: e2e/journey.test.ts',
  'no-orphans: src/platform/server/alone.ts',
  'reached-from-an-entry: src/platform/server/forgotten.ts',
  'reached-from-an-entry: src/platform/server/alone.ts',
  'no-cycles: src/features/orders/web/page.tsx',
  'resolvable: src/features/orders/server/list-orders.ts',
]
