// Writes the known words of statuses for the database; --check fails when they are stale.
import { STATUS_WORDS } from '../src/features/orders/domain/status-words.ts'
import { ORDER_STATUSES } from '../src/features/orders/domain/statuses.ts'
import { writeOrCheck } from './generated-file.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const rows = ORDER_STATUSES.map(
  (status) => `    (${quoted(status)}, array[\n      ${STATUS_WORDS[status].map(quoted).join(',\n      ')}])`,
)

const file = `-- Written by tools/status-words.ts from the list of the program; what an administrator said of a word stays.
with known as (
  select distinct portal.status_word(w.word) as word, k.meaning from (values
${rows.join(',\n')}
  ) k (meaning, words), unnest(k.words) w (word)
), gone as (
  delete from portal.status_words s where s.decided_by is null and s.word not in (select k.word from known k)
)
insert into portal.status_words as s (word, meaning) select k.word, k.meaning from known k
  on conflict (word) do update set meaning = excluded.meaning
  where s.decided_by is null and s.meaning is distinct from excluded.meaning;
`

writeOrCheck('src/features/orders/db/functions/status_words.sql', file, 'npx tsx tools/status-words.ts')
