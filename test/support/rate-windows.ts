import { sql } from 'kysely'
import type { TestPortal } from './portal.ts'

/** So many of a bucket were used already, whichever window it is by the time of the request. */
export const useWindows = (portal: TestPortal, bucket: string, seconds: number, used: number) =>
  portal.owner((tx) =>
    sql`insert into auth.rate_windows (bucket, starts_at, used)
      select ${bucket}, to_timestamp((floor(extract(epoch from now()) / ${seconds}) + n) * ${seconds}), ${used}
        from generate_series(0, 10) n
      on conflict (bucket, starts_at) do update set used = excluded.used`.execute(tx),
  )
