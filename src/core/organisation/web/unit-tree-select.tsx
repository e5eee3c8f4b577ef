import { TreeSelect } from 'antd'
import { useState } from 'react'
import { call } from '#platform/web/api/call.ts'
import { queryClient } from '#platform/web/api/query-client.ts'
import { queryKeyOf, useContractQuery } from '#platform/web/api/use-query.ts'
import { useShellText } from '#platform/web/i18n.ts'
import type { FilterInputProps } from '#platform/web/kit/list/filters.ts'
import { searchUnits, type UnitNode } from '../contract/unit.ts'

const MINUTE = 60_000
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const unique = (nodes: readonly UnitNode[]) => [...new Map(nodes.map((node) => [node.id, node])).values()]

/** Several units out of the tree; a unit stands for all below it. */
export function UnitTreeSelect({ value, onChange, id }: FilterInputProps) {
  const t = useShellText()
  const chosen = listOf(value)
  const [typed, setTyped] = useState('')
  const [below, setBelow] = useState<readonly UnitNode[]>([])
  const { data: top = [] } = useContractQuery(searchUnits, {}, { staleTime: MINUTE, quiet: true })
  const { data: own = [] } = useContractQuery(
    searchUnits,
    { ids: chosen.slice(0, 50) },
    { enabled: chosen.length > 0, keepPrevious: true, staleTime: MINUTE, quiet: true },
  )
  const { data: found = [] } = useContractQuery(searchUnits, { text: typed }, { enabled: typed !== '', keepPrevious: true, quiet: true })
  const nodes = unique([...(typed === '' ? [...top, ...below] : found), ...own])
  const ids = new Set(nodes.map((node) => node.id))
  const treeData = nodes.map((node) => ({
    id: node.id,
    pId: node.parentId !== null && ids.has(node.parentId) ? node.parentId : 0,
    value: node.id,
    title: node.name,
    isLeaf: !node.hasChildren || typed !== '',
  }))
  return (
    <TreeSelect
      {...(id ? { id } : {})}
      className="bt-wide"
      multiple
      treeDataSimpleMode
      treeData={treeData}
      placeholder={t('common.choose')}
      notFoundContent={t('common.empty')}
      showSearch={{ filterTreeNode: false, onSearch: setTyped }}
      value={chosen}
      onChange={(next: string[]) => onChange?.(next)}
      loadData={async (node) => {
        const input = { parentId: String(node.value) }
        const children = await queryClient.fetchQuery({ queryKey: queryKeyOf(searchUnits, input), queryFn: () => call(searchUnits, input), staleTime: MINUTE })
        setBelow((known) => unique([...known, ...children]))
      }}
    />
  )
}
