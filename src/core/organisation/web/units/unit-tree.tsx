import { Spin, Tree } from 'antd'
import { useState } from 'react'
import { searchUnits, type UnitNode } from '#core/organisation/contract/unit.ts'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { ListNote } from '#platform/web/kit/list/list-note.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from '../words.ts'

interface Node {
  key: string
  unit: UnitNode
  isLeaf: boolean
  children?: Node[]
}

const nodeOf = (unit: UnitNode): Node => ({ key: unit.id, unit, isLeaf: !unit.hasChildren })

/** Units of the reader's scope level by level; choosing one shows it with all below it. */
export function UnitTree({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string | null) => void }) {
  const labels = useLabels(words)
  const { data: top, error, refetch } = useContractQuery(searchUnits, {}, { quiet: true })
  const [below, setBelow] = useState<Readonly<Record<string, Node[]>>>({})
  if (!top) return error ? <ListNote error={error} onRetry={() => void refetch()} /> : <Spin />
  const withBelow = (node: Node): Node => {
    const children = below[node.key]
    return children ? { ...node, children: children.map(withBelow) } : node
  }
  return (
    <Tree<Node>
      blockNode
      aria-label={labels.text('unitTree')}
      height={620}
      treeData={top.map((one) => withBelow(nodeOf(one)))}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={([key]) => onChoose(key === undefined ? null : String(key))}
      titleRender={({ unit }) => (
        <span className="bt-node">
          <span>{unit.name}</span>
          <small className="bt-num">{unit.code}</small>
          {unit.status !== 'ACTIVE' && <StatusTag machine="organisation.unitStatus" value={unit.status} />}
        </span>
      )}
      loadData={async ({ key }) => {
        const input = { parentId: key }
        const children = await queryClient.fetchQuery({ queryKey: queryKeyOf(searchUnits, input), queryFn: () => call(searchUnits, input) })
        setBelow((known) => ({ ...known, [key]: children.map(nodeOf) }))
      }}
    />
  )
}
