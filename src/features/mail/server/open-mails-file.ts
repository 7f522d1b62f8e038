import { wholeList } from '../../../platform/server/endpoint/sorted-page.ts'
import type { Asked } from '../../../platform/server/export/answer-table-file.ts'
import { listFile } from '../../../platform/server/export/list-file.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { screenWords } from '../../../platform/server/http/screen-words.ts'
import type { Sender } from '../../../platform/server/mail/render-mail.ts'
import { zoneOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type MailsFileInput, mailFileContract } from '../contract.ts'
import { type MailRecord, mailsOf, readMail } from './list-mails.ts'

/** Who was written to, about what and when; neither texts nor links. */
async function openMailsFile(asked: Asked<MailsFileInput>, sender: Sender) {
  const { input, language, tx, actor } = asked
  const words = screenWords(language).mail
  const post = { sends: true, sender }
  const reader = { language, timezone: await zoneOfAsker(tx, actor) }
  return listFile<MailRecord>(asked, {
    title: words.list,
    objectType: 'mails',
    ...wholeList<MailRecord, 'at' | 'to'>(mailsOf(input), input.sort),
    columns: ({ text, number, moment }) => [
      text(words.subject, (row) => readMail(row, post, reader).subject, 48),
      text(words.to, (row) => row.to_email, 34),
      text(words.state, ({ state }) => words.states[state], 14),
      moment(words.at, (row) => row.created_at),
      moment(words.sentAt, (row) => row.sent_at),
      number(words.attempts, ({ attempts }) => attempts),
      text(words.trouble, ({ problem }) => problem, 40),
    ],
  })
}

/** `GET /admin/mails/export` */
export const mailsFile = (sender: () => Sender) =>
  tableKind(mailFileContract.export, (asked: Asked<MailsFileInput>) => openMailsFile(asked, sender()))
