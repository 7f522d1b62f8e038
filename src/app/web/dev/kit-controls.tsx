import { Button } from '@mantine/core'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionMenu } from '../../../platform/web/kit/action-menu.tsx'
import { AddressFilters } from '../../../platform/web/kit/address-filters.tsx'
import { ComboboxFilter } from '../../../platform/web/kit/combobox-filter.tsx'
import { CurrencyBar } from '../../../platform/web/kit/currency-bar.tsx'
import { ConfirmDialog, Dialog } from '../../../platform/web/kit/dialog.tsx'
import { TextField } from '../../../platform/web/kit/fields.tsx'
import { ChoiceChip, SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { IconButton } from '../../../platform/web/kit/icon-button.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { Panel } from '../../../platform/web/kit/panel.tsx'
import { PasswordField } from '../../../platform/web/kit/password-field.tsx'
import { SearchField } from '../../../platform/web/kit/search-field.tsx'
import { Sheet } from '../../../platform/web/kit/sheet.tsx'
import { TextArea } from '../../../platform/web/kit/text-area.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import css from './kit-page.module.css'

const statuses = ['Blend', 'CTS', 'Packaging', 'Finance hold'].map((label) => ({ value: label, label }))
const products = ['Magnesium 250', 'Magnesium 500', 'Zinc 50']
const useProducts = (typed: string) => ({
  choices: typed === '' ? [] : products.filter((one) => one.toLowerCase().includes(typed.toLowerCase())),
})
const quarters = ['Q1', 'Q2', 'Q3', 'Q4'].map((label) => ({ value: label, label }))

export function KitControls() {
  const [search, setSearch] = useState<string | undefined>()
  const [status, setStatus] = useState<string | undefined>('Blend')
  const [product, setProduct] = useState<string | undefined>()
  const [quarter, setQuarter] = useState<string | undefined>()
  const [currency, setCurrency] = useState('CAD')
  const [address, setAddress] = useState('')
  const [amount, setAmount] = useState('1,2,3')
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel title="Controls">
      <AddressFilters note="23 of 214" names={{ status: 'Status' }}>
        <SearchField
          label="Search"
          placeholder="Order, PO, client, reference, status"
          value={search}
          onChange={setSearch}
        />
        <ChoiceChip label="Status" any="all" value={status} choices={statuses} onChange={setStatus} />
        <ComboboxFilter
          label="Product"
          value={product}
          any="all"
          useChoices={useProducts}
          none={(typed) => `No product is called ${typed}.`}
          onChange={setProduct}
        />
        <SegmentChips
          label="Quarter"
          any="All quarters"
          value={quarter}
          choices={quarters}
          onChange={setQuarter}
        />
      </AddressFilters>
      {[['CAD', 'USD'], ['CAD'], undefined].map((currencies) => (
        <CurrencyBar
          key={String(currencies)}
          label="Currency"
          currencies={currencies}
          shown={currency}
          note={`Figures in ${currency}.`}
          onChoose={setCurrency}
        />
      ))}
      <div className={css.stack}>
        <div className={css.row}>
          <Button>Main</Button>
          <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.75} />}>
            Default
          </Button>
          <Button variant="subtle">Subtle</Button>
          <Button variant="light">Light</Button>
          <Button variant="outline">Outline</Button>
          <Button color="red">Danger</Button>
          <Button disabled>Disabled</Button>
          <Button loading>Loading</Button>
          <IconButton label="Export">
            <IconDownload size={18} stroke={1.75} />
          </IconButton>
          <ActionMenu
            label="Actions"
            align="start"
            sections={[
              {
                title: 'Files',
                actions: [{ key: 'csv', label: 'CSV', onSelect: () => toast.done('Saved') }],
              },
              { actions: [{ key: 'off', label: 'Not now', disabled: true, onSelect: close }] },
            ]}
            trigger={(props) => (
              <Button variant="default" {...props}>
                Menu
              </Button>
            )}
          />
        </div>
        <div className={css.row}>
          <Button variant="default" onClick={() => setOpen('dialog')}>
            Dialog
          </Button>
          <Button variant="default" onClick={() => setOpen('confirm')}>
            Confirm
          </Button>
          <Button variant="default" onClick={() => setOpen('sheet')}>
            Sheet
          </Button>
          <Button variant="default" onClick={() => toast.done('Saved.')}>
            Toast
          </Button>
          <Button
            variant="default"
            onClick={() => toast.failed('Not saved: the server could not be reached.')}
          >
            Failure toast
          </Button>
        </div>
        <TextField label="Name" placeholder="Boréal Santé" />
        <TextField label="With an error" error="Enter a name." defaultValue="x" />
        <TextField label="Disabled" disabled defaultValue="Not yours" />
        <TextArea
          label="Address"
          placeholder="12, rue du Quai"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <NumberField
          label="Amount"
          value={amount}
          bounds={{ above: 0, decimals: 2 }}
          tried
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <PasswordField label="Password" />
      </div>
      <Dialog
        opened={open === 'dialog'}
        title="A dialog"
        onClose={close}
        actions={<Button onClick={close}>Good</Button>}
      >
        What it says.
      </Dialog>
      <ConfirmDialog
        opened={open === 'confirm'}
        title="Delete the draft?"
        text="It cannot be brought back."
        confirm="Delete"
        danger
        onConfirm={close}
        onClose={close}
      />
      <Sheet opened={open === 'sheet'} title="A sheet" onClose={close}>
        Every fact.
      </Sheet>
    </Panel>
  )
}
