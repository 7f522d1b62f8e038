import { Skeleton } from '@mantine/core'
import css from './history.module.css'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A table of figures before its figures: the same heights, so that nothing jumps. */
export const FiguresSkeleton = ({ rows, columns }: { rows: number; columns: number }) => (
  <table className={css.figures} aria-hidden data-waiting>
    <tbody>
      {numbers(rows + 1).map((row) => (
        <tr key={row}>
          {numbers(columns).map((column) => (
            <td key={column}>
              <Skeleton
                height={12}
                width={`${45 + ((row * 11 + column * 17) % 40)}%`}
                ml={column > 0 ? 'auto' : 0}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
