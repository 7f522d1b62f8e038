-- What upstream's own deletion took back, and when: that alone does it offer again, never what a person withdrew.
alter table portal.document_versions add column taken_back_at timestamptz;
