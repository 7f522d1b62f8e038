import { sql } from 'kysely'
import type { DocumentStatus } from '../domain/vocabulary.ts'

/** Names a lot of the asker's that may not be used: these are few, and read once for a query, whatever the number of documents. */
const NAMES_HELD = sql<boolean>`(select bool_or((d.lot_source, n) in (select h.source_id, h.lot_no from portal.held_lots() h))
  from unnest(d.lot_nos) n)`

/**
 * How a document `d` stands for the asker, whatever was released: `blocked` where its current file is infected, `held` where it
 * certifies lots that may not be used (portal.document_standing).
 */
export const STATUS = sql<DocumentStatus>`(case when d.status = 'available' and (d.id, d.current_version) in (
    select i.document_id, i.no from portal.document_scans s join portal.document_versions i on i.checksum = s.checksum where s.state = 'infected')
  then 'blocked' when d.lot_nos = '{}' or not ${NAMES_HELD} then portal.document_status(d.status, d.expires_on, (select portal.today()))
  else portal.document_standing(d.status, d.expires_on, d.type, d.category, d.lot_source, d.lot_nos, d.lot_items) end)`
