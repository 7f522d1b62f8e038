import { Skeleton } from '@mantine/core'
import { type ComponentProps, Suspense } from 'react'
import { fetchedPart } from '../fetched-part.ts'

const ChartTable = fetchedPart(() => import('./chart-table.tsx'))

/** A chart read as a table, which is fetched with the first that is; `height`: of what stands there until then, in pixels. */
export const FiguresOfChart = ({
  height,
  ...table
}: ComponentProps<typeof ChartTable> & { height: number }) => (
  <Suspense fallback={<Skeleton height={height} />}>
    <ChartTable {...table} />
  </Suspense>
)
