import { useTranslations } from 'use-intl'
import { ReportIssue } from './report-issue.tsx'
import { type OrderNames, orderLink } from './report-links.ts'

type ReportLineProps = {
  order: OrderNames
  line: { lineNo: string | number | null; itemNo: string | null; itemName: string | null; lot: string | null }
}

/** An issue about one line of an order: line, product and lot are filled in. */
export default function ReportLine({ order, line }: ReportLineProps) {
  const t = useTranslations('issues')
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
        ...{ order: orderLink(order), line: called.trim().slice(0, 200) },
        ...{ itemNo: line.itemNo ?? undefined, lotNo: line.lot ?? undefined },
      }}
    />
  )
}
