import { lazy, Suspense } from 'react'
import { useLanguage } from '../../i18n.ts'
import { ErrorBoundary } from '../../shell/notices/error-boundary.tsx'
import { PageLink } from '../../shell/routing/page-link.tsx'
import { type ChartProps, showFigure } from './series.ts'
import './chart.css'

// The library for charts is large: it comes when the first chart shows.
const Canvas = lazy(() => import('./canvas.tsx'))

/** Bars and a line over categories, in the colours of the theme; a table of the same figures stands beside it for who does not see it. */
export function Chart(props: ChartProps) {
  const { label, categories, bars, line, links = [], height = 240 } = props
  const language = useLanguage()
  const series = line ? [...bars, line] : bars
  return (
    <figure className="bt-chart" style={{ height }}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Canvas {...props} />
        </Suspense>
      </ErrorBoundary>
      {/* A table is as high as its rows, whatever it is told, and would lengthen the page: what hides it stands around it. */}
      <div className="bt-chart-table">
        <table>
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
                <th scope="row">{links[at] ? <PageLink to={links[at]}>{category}</PageLink> : category}</th>
                {series.map((one) => (
                  <td key={one.name}>{showFigure(one, at, language, '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
