import { lazy, Suspense } from 'react'
import { useLanguage } from '../../i18n.ts'
import { ErrorBoundary } from '../../shell/notices/error-boundary.tsx'
import { type ChartProps, showFigure } from './series.ts'
import './chart.css'

// The library for charts is large: it comes when the first chart shows.
const Canvas = lazy(() => import('./canvas.tsx'))

/** Bars and a line over categories, in the colours of the theme; a table of the same figures stands beside it for who does not see it. */
export function Chart(props: ChartProps) {
  const { label, categories, bars, line, height = 240 } = props
  const language = useLanguage()
  const series = line ? [...bars, line] : bars
  return (
    <figure className="bt-chart" style={{ height }}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Canvas {...props} />
        </Suspense>
      </ErrorBoundary>
      <table className="bt-visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, at) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {series.map((one) => (
                <td key={one.name}>{showFigure(one, at, language, '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
