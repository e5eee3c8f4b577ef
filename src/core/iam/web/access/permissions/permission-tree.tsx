import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Empty, Input, Tree, type TreeDataNode } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { ResourceTree } from '#core/iam/contract/access/permissions.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { useActionLabel, words } from '../words.ts'
import { branchKeys, type CatalogueNode, catalogueTree, filteredTree, idOfKey, idsIn, permissionKey } from './permission-nodes.ts'

interface Props {
  catalogue: ResourceTree
  height: number
  /** With boxes: the ids of what is checked, and what changes them. */
  checked?: { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void; readOnly: boolean }
  /** Without: the permission that is chosen. */
  chosen?: { id: string | null; onChoose: (id: string) => void }
  extra?: ReactNode
}

interface Item extends TreeDataNode {
  node: CatalogueNode
  children: Item[]
}

/** The catalogue as a tree of applications, menus and actions, with a search; branches show all, some or none of theirs as checked. */
export function PermissionTree({ catalogue, height, checked, chosen, extra }: Props) {
  const labels = useLabels(words)
  const t = useShellText()
  const clearable = useClearable()
  const action = useActionLabel()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const whole = useMemo(
    () => catalogueTree(catalogue, { action, rest: labels.text('restOfApplication'), common: labels.text('common') }),
    [catalogue, action, labels],
  )
  const nodes = useMemo(() => filteredTree(whole, text), [whole, text])
  const expanded = opened ?? (text === '' ? nodes.map((node) => node.key) : branchKeys(nodes))
  const itemOf = (node: CatalogueNode): Item => ({
    key: node.key,
    node,
    isLeaf: node.kind === 'permission',
    selectable: node.kind === 'permission',
    // What the person does not hold cannot be given; what is there already can be taken away.
    disableCheckbox: !checked?.readOnly && node.permission !== undefined && !node.permission.held && !checked?.ids.has(node.permission.id),
    children: node.children.map(itemOf),
  })
  const check = (keys: readonly unknown[]) => {
    if (!checked) return
    const visible = new Set(idsIn(nodes))
    const now = keys.flatMap((key) => idOfKey(String(key)) ?? [])
    checked.onChange(new Set([...[...checked.ids].filter((id) => !visible.has(id)), ...now]))
  }
  const visibleKeys = checked
    ? idsIn(nodes)
        .filter((id) => checked.ids.has(id))
        .map(permissionKey)
    : []
  return (
    <div className="access-permission-tree">
      <div className="access-add">
        <Input
          prefix={<SearchOutlined />}
          allowClear={clearable}
          placeholder={labels.text('permissionSearch')}
          aria-label={labels.text('permissionSearch')}
          onChange={(event) => {
            setText(event.target.value)
            setOpened(null)
          }}
        />
        {extra}
      </div>
      {nodes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('common.empty')} />
      ) : (
        <Tree<Item>
          blockNode
          height={height}
          treeData={nodes.map(itemOf)}
          // As a whole: a branch counts only children whose own boxes are not disabled.
          disabled={checked?.readOnly ?? false}
          expandedKeys={[...expanded]}
          onExpand={(keys) => setOpened(keys.map(String))}
          titleRender={({ node }) => <NodeTitle node={node} ids={checked?.ids} />}
          {...(checked
            ? { checkable: true, checkedKeys: visibleKeys, onCheck: (keys) => check(Array.isArray(keys) ? keys : keys.checked), selectable: false }
            : {
                selectedKeys: chosen?.id ? [permissionKey(chosen.id)] : [],
                onSelect: ([key]) => chosen && key && chosen.onChoose(idOfKey(String(key)) ?? ''),
              })}
        />
      )}
    </div>
  )
}

function NodeTitle({ node, ids }: { node: CatalogueNode; ids: ReadonlySet<string> | undefined }) {
  const labels = useLabels(words)
  const all = node.children.length > 0 ? idsIn(node.children) : []
  return (
    <span className="bt-node" title={node.permission?.uri ?? node.title}>
      <span className={node.kind === 'application' ? 'access-node-application' : undefined}>{node.title}</span>
      {node.permission && <small className="bt-num">{node.permission.uri}</small>}
      {node.permission && !node.permission.held && ids && <small>{labels.text('notHeld')}</small>}
      {all.length > 0 && <small className="bt-node-count">{ids ? `${all.filter((id) => ids.has(id)).length}/${all.length}` : all.length}</small>}
    </span>
  )
}
