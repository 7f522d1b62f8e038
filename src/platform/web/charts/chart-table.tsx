import { DASH } from '../format/formats.ts'
import css from './chart.module.css'
import { type ChartData, hasValue, textOf } from './chart-data.ts'

type ChartTableProps = {
  label: string
  data: ChartData
  onOpen?: ((key: string, series?: string) => void) | undefined
  /** Each figure opens rows of its own, not only its category. */
  opensSeries: boolean
}

/** The chart read as a table: the same figures, the same way to the rows behind them. */
export const ChartTable = ({ label, data, onOpen, opensSeries }: ChartTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={css.tableBox} tabIndex={0} aria-label={label}>
    <table className={css.data}>
      <thead>
        <tr>
          <th scope="col">{data.categoryTitle}</th>
          {data.series.map((series) => (
            <th scope="col" key={series.key}>
              {series.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.categories.map((category, index) => (
          <tr key={category.key}>
            <th scope="row">
              {onOpen && !category.closed ? (
                <button type="button" onClick={() => onOpen(category.key)}>
                  {category.longLabel ?? category.label}
                </button>
              ) : (
                (category.longLabel ?? category.label)
              )}
            </th>
            {data.series.map((series) => (
              <td key={series.key}>
                {opensSeries && onOpen && !series.closed && hasValue(series, index) ? (
                  <button type="button" onClick={() => onOpen(category.key, series.key)}>
                    {textOf(series, index, DASH)}
                  </button>
                ) : (
                  textOf(series, index, DASH)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
