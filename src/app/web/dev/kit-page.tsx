import { AccessProvider } from '../../../platform/web/access/access.tsx'
import { LanguageMenu, ThemeToggle } from '../../../platform/web/kit/display-controls.tsx'
import { SegmentChips } from '../../../platform/web/kit/filters.tsx'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { chooseDisplay, DENSITY_CHOICES, useDisplay } from '../../../platform/web/theme/display.ts'
import { KitCharts } from './kit-charts.tsx'
import { KitControls } from './kit-controls.tsx'
import { KitForm } from './kit-form.tsx'
import css from './kit-page.module.css'
import { KitStates } from './kit-states.tsx'
import { KitTable } from './kit-table.tsx'
import { KitWork } from './kit-work.tsx'

const access = {
  user: { name: 'Marc Rivest', email: 'marc@boreal.example' },
  role: 'viewer',
  roleNames: {},
  seesAllTenants: false,
  tenant: { id: 1, name: 'Boréal Santé', currency: 'CAD' },
  permissions: [],
  modules: {},
}

/** Every part in every state, for whoever builds screens; in development only. */
export default function KitPage() {
  const { density } = useDisplay()
  return (
    <AccessProvider access={access}>
      <main className={css.page}>
        <PageHead
          title="Kit"
          subtitle="Every part in every state"
          actions={
            <>
              <SegmentChips
                label="Density"
                any="comfortable"
                value={density === 'comfortable' ? undefined : density}
                choices={DENSITY_CHOICES.slice(1).map((value) => ({ value, label: value }))}
                onChange={(value) =>
                  chooseDisplay({ density: DENSITY_CHOICES.find((one) => one === value) ?? 'comfortable' })
                }
              />
              <LanguageMenu />
              <ThemeToggle />
            </>
          }
        />
        <KitStates />
        <KitControls />
        <KitForm />
        <KitCharts />
        <KitTable />
        <KitWork />
      </main>
    </AccessProvider>
  )
}
