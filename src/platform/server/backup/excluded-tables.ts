/**
 * What a backup does not hold, and why: sessions and codes (H3), and what means something in this database alone. Unlogged
 * tables are left out without being named. The rights of portal_backup say the same (src/platform/db/all-tables/backup.sql).
 */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  'auth.attempts': 'counts of failed sign-ins',
  'auth.challenges': 'sign-ins that are half done',
  'auth.devices': 'devices that are trusted without a second factor',
  'auth.email_changes': 'links that were sent',
  'auth.invitations': 'links that were sent',
  'auth.mails': 'mails in line, with the links in them',
  'auth.passkey_challenges': 'sign-ins that are half done',
  'auth.password_resets': 'links that were sent',
  'auth.recovery_codes': 'codes that are good once: one that was used since would be good again',
  'auth.retired_tokens': 'sessions',
  'auth.secret': 'signs the contexts of one database',
  'auth.sessions': 'sessions',
  'auth.set_up_links': 'links that were printed',
  'auth.signings': 'requests that were signed a moment ago',
  'auth.sms_codes': 'codes that were sent',
  'auth.sms_sendings': 'counts of codes that were sent',
  'auth.verifications': 'links that were sent',
  'portal.export_jobs': 'jobs, and files that are kept for days',
  'portal.outbox': 'events, in the order of one cluster’s transactions',
  'portal.outbox_pruned': 'positions of events',
  'portal.rejected_rows': 'kept for days, and sealed with the secrets of one installation',
  'portal.schema_migrations': 'what the target writes itself, when it is brought to this form',
}

/** What is written instead of a column's value: codes that may still open something, of rows that are worth keeping. */
export const VOIDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'auth.second_factors': { pending: 'null', pending_until: 'null' },
  'auth.temporary_access': {
    code_hash: `sha256(convert_to('void ' || id, 'utf8'))`,
    revoked_at: 'coalesce(revoked_at, now())',
  },
}
