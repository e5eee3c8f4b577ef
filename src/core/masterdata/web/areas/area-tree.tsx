import { Empty, Spin, Tree } from 'antd'
import { useId, useState } from 'react'
import { areaChildren } from '#core/masterdata/contract/areas/area.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { DateInput } from '#platform/web/kit/form/date-inputs.tsx'
import { AreaPanel } from './area-panel.tsx'
import { useOpenArea } from './area-view.tsx'
import '#platform/web/kit/detail/browse.css'
import './areas.css'
import { words } from '../words.ts'

type Child = OutputOf<typeof areaChildren>[number]

interface Node {
  key: string
  code: string
  title: string
  count: number
  isLeaf: boolean
  children?: Node[]
}

interface Props {
  asOf: string
  onAsOf: (day: string) => void
}

/** The areas of a day, level by level, and beside them the one that is chosen. */
export function AreaTree({ asOf, onAsOf }: Props) {
  const labels = useLabels(words)
  const dayId = useId()
  const open = useOpenArea()
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <div className="bt-browse">
      <section aria-label={labels.text('viewTree')}>
        <div className="bt-browse-choice">
          <label htmlFor={dayId}>{labels.field('area', 'asOf')}</label>
          <DateInput id={dayId} value={asOf} allowClear={false} onChange={(day) => day && onAsOf(day)} />
        </div>
        <Levels key={asOf} asOf={asOf} chosen={chosen} onChoose={setChosen} />
      </section>
      <div className="bt-browse-detail">
        {chosen ? <AreaPanel id={chosen} onOpen={open} /> : <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('areaPick')} />}
      </div>
    </div>
  )
}

function nodeOf({ id, code, fullName, children }: Child): Node {
  return { key: id, code, title: fullName, count: children, isLeaf: children === 0 }
}

function Levels({ asOf, chosen, onChoose }: { asOf: string; chosen: string | null; onChoose: (id: string) => void }) {
  const labels = useLabels(words)
  const { data: top } = useContractQuery(areaChildren, { asOf })
  const [below, setBelow] = useState<Readonly<Record<string, Node[]>>>({})
  if (!top) return <Spin className="area-wait" />
  if (top.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={labels.text('areaTreeEmpty')} />
  const withBelow = (node: Node): Node => {
    const children = below[node.code]
    return children ? { ...node, children: children.map(withBelow) } : node
  }
  return (
    <Tree<Node>
      blockNode
      className="area-levels"
      treeData={top.map((one) => withBelow(nodeOf(one)))}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={([key]) => key !== undefined && onChoose(String(key))}
      titleRender={({ code, title, count }) => (
        <span className="bt-node">
          <span>{title}</span>
          <small className="bt-num">{code}</small>
          {count > 0 && <small className="bt-node-count">{labels.text('children', { count })}</small>}
        </span>
      )}
      loadData={async ({ code }) => {
        const input = { asOf, parentCode: code }
        const children = await queryClient.fetchQuery({ queryKey: queryKeyOf(areaChildren, input), queryFn: () => call(areaChildren, input) })
        setBelow((known) => ({ ...known, [code]: children.map(nodeOf) }))
      }}
    />
  )
}
