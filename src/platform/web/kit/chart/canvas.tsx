import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { Language } from '#kernel/language.ts'
import { useLanguage } from '../../i18n.ts'
import { FONT } from '../../shell/look/theme.ts'
import { useSettings } from '../../shell/preferences/settings.ts'
import { openAddress } from '../../shell/routing/navigation.ts'
import { type ChartProps, type ChartSeries, compact, showFigure } from './series.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

/** The colours that the page has in a theme; read again for each. */
function coloursIn(_theme: string) {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--bt-${name}`).trim()
  return {
    text: of('text'),
    soft: of('text-soft'),
    border: of('border'),
    surface: of('surface'),
    bars: [of('primary'), of('failure'), of('success')],
    line: of('moving'),
  }
}

function optionOf({ categories, bars, line }: ChartProps, language: Language, c: ReturnType<typeof coloursIn>): EChartsCoreOption {
  const all = line ? [...bars, line] : bars
  // Pixels need numbers; what is read, in the hint and in the table, are the figures themselves.
  const points = ({ values }: ChartSeries) => values.map((value) => (value === null ? null : Number(value)))
  const axis = { axisLabel: { color: c.soft, formatter: (value: number) => compact(value, language) }, splitLine: { lineStyle: { color: c.border } } }
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: c.text },
    grid: { left: 8, right: 8, top: 36, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: { top: 0, right: 0, itemWidth: 12, itemHeight: 12, textStyle: { color: c.soft } },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      backgroundColor: c.surface,
      borderColor: c.border,
      textStyle: { color: c.text, fontSize: 12 },
      axisPointer: { type: 'shadow' },
      formatter: (items: { dataIndex: number }[]) => {
        const at = items[0]?.dataIndex ?? 0
        return [categories[at], ...all.map((series) => `${series.name}: ${showFigure(series, at, language, '—', 0)}`)].join('\n')
      },
    },
    xAxis: {
      type: 'category',
      data: [...categories],
      axisLabel: { color: c.soft, hideOverlap: true },
      axisLine: { lineStyle: { color: c.border } },
      axisTick: { show: false },
    },
    yAxis: [
      { type: 'value', ...axis },
      { type: 'value', ...axis, show: line !== undefined, splitLine: { show: false }, minInterval: 1 },
    ],
    series: [
      ...bars.map((one, at) => ({
        type: 'bar',
        name: one.name,
        data: points(one),
        barMaxWidth: 28,
        itemStyle: { color: one.past ? c.soft : c.bars[at % c.bars.length], borderRadius: [3, 3, 0, 0] },
      })),
      ...(line
        ? [
            {
              type: 'line',
              name: line.name,
              data: points(line),
              yAxisIndex: 1,
              symbolSize: 5,
              itemStyle: { color: c.line },
              lineStyle: { width: 2, color: c.line },
            },
          ]
        : []),
    ],
  }
}

/** A press anywhere over a category opens what its figures count; the keyboard has the links of the table. */
function leadOn(chart: EChartsType, links: ChartProps['links']): () => void {
  const area = chart.getZr()
  const linkAt = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) => {
    const point = [offsetX, offsetY]
    return chart.containPixel('grid', point) ? links?.[Number(chart.convertFromPixel({ xAxisIndex: 0 }, offsetX))] : undefined
  }
  const press = (event: { offsetX: number; offsetY: number }) => {
    const address = linkAt(event)
    if (address) openAddress(address)
  }
  const point = (event: { offsetX: number; offsetY: number }) => area.setCursorStyle(linkAt(event) ? 'pointer' : 'default')
  area.on('click', press)
  area.on('mousemove', point)
  return () => {
    area.off('click', press)
    area.off('mousemove', point)
  }
}

/** Draws the chart; follows size, theme and language. */
export default function Canvas(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const language = useLanguage()
  const theme = useSettings((settings) => `${settings.theme} ${settings.colour}`)
  useEffect(() => {
    const node = place.current
    if (!node) return
    const made = init(node, null, { renderer: 'svg' })
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(node)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption(optionOf(props, language, coloursIn(theme)), { notMerge: true })
    return chart.current ? leadOn(chart.current, props.links) : undefined
  }, [props, language, theme])
  return <div ref={place} className="bt-chart-canvas" aria-hidden="true" />
}
