-- The development timeline of voice (F4) stands beside the phases of the project: rows that administrators keep.
alter table portal.roadmap_phases add column track text not null default 'project' check (track in ('project', 'voice'));
alter table portal.roadmap_phases add column due_on date; -- null: no date was named
insert into portal.roadmap_phases (phase, place, status, progress, track, due_on) values
  ('voice-1', 11, 'completed', 100, 'voice', null),
  ('voice-2', 12, 'in-progress', 0, 'voice', null),
  ('voice-3', 13, 'planned', 0, 'voice', null),
  ('voice-4', 14, 'planned', 0, 'voice', null),
  ('voice-launch', 15, 'planned', 0, 'voice', '2026-03-31');
