import { Alert } from 'antd'
import { useId, useState } from 'react'
import { previewMenu } from '#core/iam/contract/access/menu-rules.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { UserSelect } from '../../user-select.tsx'
import { words } from '../words.ts'

type Node = OutputOf<typeof previewMenu>['nodes'][number]

/** The menu as a chosen user sees it, with what is hidden and why. */
export function MenuPreview({ application }: { application: string }) {
  const labels = useLabels(words)
  const id = useId()
  const [userId, setUserId] = useState<string | undefined>()
  const query = useContractQuery(previewMenu, { userId: userId ?? '1', application }, { enabled: userId !== undefined, quiet: true })
  const { data } = query
  return (
    <div className="bt-stack">
      <div className="bt-browse-choice">
        <label htmlFor={id}>{labels.text('previewAs')}</label>
        <UserSelect id={id} value={userId} onChange={(next) => setUserId(next as string | undefined)} />
      </div>
      {userId === undefined && <p className="bt-none">{labels.text('previewPick')}</p>}
      {userId !== undefined && !data && <Waiting query={query} />}
      {userId !== undefined && data && (
        <>
          {data.shut && <Alert type="warning" showIcon title={labels.enumValue('iam.menuShut', data.shut)} />}
          {data.nodes.length === 0 && <p className="bt-none">{labels.text('noMenu')}</p>}
          <Level nodes={data.nodes} parentKey={null} label={labels.text('menuAs', { name: data.fullName })} />
        </>
      )}
    </div>
  )
}

function Level({ nodes, parentKey, label }: { nodes: readonly Node[]; parentKey: string | null; label: string }) {
  const labels = useLabels(words)
  const own = nodes.filter((node) => node.parentKey === parentKey)
  if (own.length === 0) return null
  return (
    <ul className="access-preview" aria-label={label}>
      {own.map((node) => (
        <li key={node.key}>
          <span className={node.visible ? 'access-preview-item' : 'access-preview-item access-preview-hidden'}>
            <span>{node.title}</span>
            <small className={`access-why bt-dot bt-tone-${node.visible ? 'success' : 'neutral'}`}>
              {labels.enumValue('iam.menuReason', node.reason)}
              {node.rule && `: ${node.rule}`}
              {node.reason === 'NO_PERMISSION' && node.permission && ` (${node.permission})`}
            </small>
          </span>
          <Level nodes={nodes} parentKey={node.key} label={node.title} />
        </li>
      ))}
    </ul>
  )
}
