import { Skeleton } from '@mantine/core'
import css from './data-table.module.css'

const ROWS = Array.from({ length: 50 }, (_, row) => row)

type TableSkeletonProps = { label: string; columns: number; rows: number }

/** The table before its first rows: the same heights, so that nothing jumps. */
export const TableSkeleton = ({ label, columns, rows }: TableSkeletonProps) => (
  <div className={css.scroll} aria-busy="true" role="status" aria-label={label}>
    <table className={css.table} aria-hidden>
      <thead>
        <tr>
          {ROWS.slice(0, columns).map((column) => (
            <th key={column}>
              <Skeleton height={10} width={56} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.slice(0, rows).map((row) => (
          <tr key={row}>
            {ROWS.slice(0, columns).map((column) => (
              <td key={column}>
                <Skeleton height={12} width={`${50 + ((row * 7 + column * 13) % 40)}%`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
