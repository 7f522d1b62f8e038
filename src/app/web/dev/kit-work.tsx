import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { SaveFigures } from '../../../platform/web/charts/save-figures.tsx'
import { AddressNote } from '../../../platform/web/kit/address-note.tsx'
import { AttachedFiles } from '../../../platform/web/kit/attached-files.tsx'
import { BrandMark } from '../../../platform/web/kit/brand-mark.tsx'
import { Checks } from '../../../platform/web/kit/checks.tsx'
import { withDeferredRender } from '../../../platform/web/kit/deferred-render.tsx'
import { DraftNotice } from '../../../platform/web/kit/draft-notice.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { FiveCards } from '../../../platform/web/kit/five-cards.tsx'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Notice } from '../../../platform/web/kit/notice.tsx'
import { Cell, Grid, Panel } from '../../../platform/web/kit/panel.tsx'
import { PdfButton } from '../../../platform/web/kit/pdf-button.tsx'
import { FactsTable, LongListSearch, RecordList } from '../../../platform/web/kit/record-list.tsx'
import { SortChip } from '../../../platform/web/kit/sort-chip.tsx'
import { StaleNotice } from '../../../platform/web/kit/stale-notice.tsx'
import { TextsField } from '../../../platform/web/kit/texts-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { RecordPanel } from '../../../platform/web/table/record-panel.tsx'
import css from './kit-page.module.css'

const nothing = () => undefined
const nothingLater = async () => undefined
const DRAFT = { restored: false, theirs: null, tooLarge: false, forget: nothingLater, settle: nothing }
const SCANS = ['clean', 'pending', 'infected', 'failed', null] as const
const FILES = SCANS.map((scan, index) => ({
  id: index + 1,
  name: `label-${scan ?? 'not-scanned'}.pdf`,
  size: 10 ** (index + 2),
  by: 'Marc Rivest',
  at: '2026-11-21T14:02:00Z',
  scan,
}))
/** Drawn when the browser has time for it, as the parts below a screen's first are. */
const Later = withDeferredRender(() => <p>Drawn after what stands above it.</p>)
const ORDERS = ['10482', '10481', '10480'].map((ordNo) => ({ id: ordNo, ordNo }))

/** What screens of records are made of: notices, files, lists, and the dialogs that change them. */
export function KitWork() {
  const [chosen, setChosen] = useState<string[]>(['bell'])
  const [sort, setSort] = useState<'at' | '-at' | 'name' | '-name'>('-at')
  const [search, setSearch] = useState<string | undefined>('pro')
  const [texts, setTexts] = useState({ en: 'Closed', 'fr-CA': 'Fermé', de: '', es: '' })
  const [asked, setAsked] = useState<'change' | 'remove' | null>(null)
  return (
    <>
      <Notice tone="info" icon={<IconInfoCircle size={20} aria-hidden />} title="The month is closed">
        Figures are as of October 31.
      </Notice>
      <Notice tone="warn" icon={<IconAlertTriangle size={20} aria-hidden />} title="Not everything came" />
      <Notice
        tone="bad"
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title="The last batch was refused"
        action={<Button variant="default">Open it</Button>}
      >
        2 of 4,120 rows have no client.
      </Notice>
      <AddressNote
        title="Not understood in this address and left out:"
        text="Year “99999”"
        about={['year']}
      />
      <StaleNotice fields={[['Phone', '418 555-0101', '418 555-0199']]} onTake={nothing} />
      <StaleNotice fields={[['Phone', '418 555-0101', '418 555-0101']]} onTake={nothing} />
      <DraftNotice draft={{ ...DRAFT, restored: true }} />
      <DraftNotice draft={{ ...DRAFT, theirs: { contents: {}, version: 2, files: [] } }} />
      <DraftNotice draft={{ ...DRAFT, tooLarge: true }} />
      <FiveCards label="Five figures" dimmed={false}>
        {['Pending', 'Approved', 'In production', 'Shipped', 'Cancelled'].map((label, index) => (
          <KpiCard key={label} label={label} value={String(index * 7)} />
        ))}
      </FiveCards>
      <Grid>
        <Cell span={6}>
          <AttachedFiles
            title="Files"
            none=""
            path="/kit/files"
            files={FILES}
            attaches={false}
            onRemove={nothingLater}
            onChanged={nothingLater}
          />
        </Cell>
        <Cell span={6}>
          <AttachedFiles
            title="No files"
            none="Nothing is attached."
            path="/kit/files"
            files={[]}
            attaches
            onChanged={nothingLater}
          />
        </Cell>
        <Cell span={6}>
          <Panel title="A list">
            <Later />
            <LongListSearch value={search} count={2} total={2} more={false} onChange={setSearch} />
            <RecordList
              label="Keys"
              items={[
                {
                  key: 1,
                  title: 'Production floor',
                  facts: ['orders, order lines', 'Never used'],
                  actions: <Button size="compact-sm">Withdraw</Button>,
                },
                { key: 2, title: 'A name without anything else' },
              ]}
            />
          </Panel>
        </Cell>
        <Cell span={6}>
          <Panel title="Facts">
            <FactsTable
              label="Lots"
              columns={[{ title: 'Lot' }, { title: 'Quantity', figure: true }]}
              rows={[
                { key: '1', cells: ['L-24-0113', '1,200'] },
                { key: '2', cells: ['L-24-0114', '99,999,999.125'] },
              ]}
            />
          </Panel>
        </Cell>
      </Grid>
      <RecordPanel
        name="kit-records"
        label="Records"
        rows={ORDERS}
        columns={[{ id: 'ordNo', title: 'Ord No', cell: (row) => row.ordNo, fixed: true }]}
        rowKey={(row) => row.id}
        rowTitle={(row) => row.ordNo}
        total={ORDERS.length}
        loading={false}
        dimmed={false}
        more={null}
        empty={null}
        search={search}
        onSearch={setSearch}
      />
      <Panel title="Choices, texts and buttons">
        <div className={css.row}>
          <BrandMark />
          <BrandMark onCanvas />
          <PdfButton path="/kit/statement" name="statement" />
          <PdfButton path="/kit/statement" name="invoice" small={{ label: 'PDF', of: 'INV-1' }} />
          <SaveFigures
            title="Months"
            fileName="months"
            heading="Month"
            rows={['January', 'February']}
            columns={[{ name: '2026', values: [12, 14] }]}
          />
          <SortChip
            label="Sort"
            sort={sort}
            usual="-at"
            fields={['at', 'name']}
            name={(field, descending) => `${field}, ${descending ? 'last first' : 'first first'}`}
            onChange={(next) => setSort(next ?? '-at')}
          />
          <Button onClick={() => toast.done('Saved.')}>Say that it worked</Button>
          <Button onClick={() => toast.failed('Nothing was saved.')}>Say that it failed</Button>
          <Button onClick={() => setAsked('change')}>A dialog with a field</Button>
          <Button color="red" onClick={() => setAsked('remove')}>
            A dialog that removes
          </Button>
        </div>
        <Checks
          legend="Where to tell"
          choices={['bell', 'mail', 'browser'].map((value) => ({ value, label: value }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <TextsField value={texts} longest={200} onChange={setTexts} />
      </Panel>
      {asked && (
        <FormDialog
          title={asked === 'change' ? 'Change it' : 'Remove it?'}
          submit={asked === 'change' ? 'Change' : 'Remove'}
          danger={asked === 'remove'}
          onSubmit={async () => 'This is what is wrong with it.'}
          onClose={() => setAsked(null)}
        >
          {asked === 'change' && <TextField label="Name" />}
        </FormDialog>
      )}
    </>
  )
}
