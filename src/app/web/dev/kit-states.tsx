import { Button } from '@mantine/core'
import { ProblemError } from '../../../platform/web/api/failures.ts'
import { Badge, type Tone } from '../../../platform/web/kit/badge.tsx'
import { ConnectionBanner } from '../../../platform/web/kit/connection-banner.tsx'
import { EmptyState } from '../../../platform/web/kit/empty-state.tsx'
import { ErrorCard } from '../../../platform/web/kit/error-card.tsx'
import { Growth } from '../../../platform/web/kit/growth.tsx'
import { KpiCard } from '../../../platform/web/kit/kpi-card.tsx'
import { Cell, Grid, Panel } from '../../../platform/web/kit/panel.tsx'
import { type StageColor, StageDot } from '../../../platform/web/kit/stage-dot.tsx'
import css from './kit-page.module.css'

const TONES: Tone[] = ['good', 'warn', 'bad', 'info', 'mute']
const COLORS: StageColor[] = ['green', 'yellow', 'red', 'blue']
const nothing = () => undefined
const problem = new ProblemError({
  type: 'about:blank',
  title: 'Not available',
  detail: 'The database is being restarted. Try again in a moment.',
  status: 503,
  code: 'unavailable',
  traceId: '4f1c9a2b77d01e35',
})

export const KitStates = () => (
  <>
    <Grid>
      <Cell span={3}>
        <KpiCard
          label="Active"
          value="32"
          sub="orders not packed, completed or cancelled"
          onOpen={nothing}
          active
        />
      </Cell>
      <Cell span={3}>
        <KpiCard label="Total Revenue" value="$1,810,240" sub={<Growth percent={8.1} />} onOpen={nothing} />
      </Cell>
      <Cell span={3}>
        <KpiCard label="A very large figure" value="$99,999,999,999,999" sub={<Growth percent={-5.6} />} />
      </Cell>
      <Cell span={3}>
        <KpiCard label="Waiting" value={undefined} />
      </Cell>
      <Cell span={3}>
        <KpiCard label="Issue Reporting" value="2 open" sub={<a href="/">Report an issue</a>} tone="note" />
      </Cell>
      <Cell span={3}>
        <KpiCard label="Stable" value="842" sub={<Growth percent={2.3} />} />
      </Cell>
      <Cell span={3}>
        <KpiCard label="New" value="12" sub={<Growth percent={0} trend="new" />} />
      </Cell>
      <Cell span={3}>
        <KpiCard label="No comparison" value="12" sub={<Growth percent={null} />} />
      </Cell>
    </Grid>
    <div>
      <ConnectionBanner loaded={undefined} loading="Loading orders..." />
      <ConnectionBanner
        loaded="Loaded 214 orders"
        loading=""
        updatedAt={Date.now()}
        asOf="2026-11-21T14:02:00Z"
      />
      <ConnectionBanner
        loaded="Loaded 214 orders"
        loading=""
        staleFailure={problem}
        updatedAt={Date.now()}
        onRetry={nothing}
      />
      <ConnectionBanner
        loaded={undefined}
        loading=""
        error="Error loading data: Sales error: no answer"
        onRetry={nothing}
      />
    </div>
    <Panel title="Badges and stages" note="text always says what the colour says">
      <div className={css.row}>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {COLORS.map((color) => (
          <StageDot key={color} color={color} text={`${color} text`} />
        ))}
        <StageDot color={null} text="as received" />
        <StageDot color={null} text="-" />
      </div>
    </Panel>
    <Grid>
      <Cell span={6}>
        <Panel>
          <EmptyState
            title="No orders found"
            hint="Try adjusting your search terms"
            actions={<Button variant="default">Clear filters</Button>}
          />
        </Panel>
      </Cell>
      <Cell span={6}>
        <ErrorCard title="No orders available" failure={problem} onRetry={nothing} />
      </Cell>
    </Grid>
  </>
)
