import { useTranslations } from 'use-intl'
import { ReportIssue } from './report-issue.tsx'

type ReportLineProps = {
  order: { id: number; ordNo: string | null; primary: string | null; poNo: string | null }
  line: { lineNo: string | number | null; itemNo: string | null; itemName: string | null; lot: string | null }
}

/** An issue about one line of an order: line, product and lot are filled in. */
export default function ReportLine({ order, line }: ReportLineProps) {
  const t = useTranslations('issues')
  const name = order.ordNo ?? order.primary ?? order.poNo ?? `id:${order.id}`
  const called = t('form.aboutLine', {
    line: String(line.lineNo ?? ''),
    item: line.itemName ?? line.itemNo ?? '',
  })
  return (
    <ReportIssue
      compact
      label={t('panel.reportShort')}
      described={t('panel.reportLine', { line: called })}
      links={{
        ...{ order: { id: order.id, name }, line: called.trim().slice(0, 200) },
        ...{ itemNo: line.itemNo ?? undefined, lotNo: line.lot ?? undefined },
      }}
    />
  )
}
