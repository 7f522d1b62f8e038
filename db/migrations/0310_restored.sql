-- What was restored from a backup sends nothing of itself until somebody says that it takes the original's place (H3).
alter table portal.installation
  add column restored_at timestamptz,
  -- When the backup was made: what came later is not in it.
  add column restored_from timestamptz;
