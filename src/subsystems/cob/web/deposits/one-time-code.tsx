import KeyOutlined from '@ant-design/icons/KeyOutlined'
import { Modal } from 'antd'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import type { Action, DialogProps } from '#platform/web/kit/actions/action.ts'
import { show } from '#platform/web/kit/actions/actions.tsx'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { handInCode } from '../../contract/deposits.ts'
import { words } from './words.ts'
import './codes.css'

interface Row {
  id: string
  status?: string
  tellsCode?: boolean
}

/** What the bringer of a hand-in says at the counter. */
function OneTimeCode({ row: { id }, onClose }: DialogProps<Row>) {
  const labels = useLabels(words)
  const query = useContractQuery(handInCode, { id }, { quiet: true })
  const { data } = query
  return (
    <Modal open title={labels.text('oneTimeCodeTitle', { code: data?.code ?? '' })} footer={null} width={420} onCancel={onClose}>
      {data ? (
        <>
          <p>{labels.text('oneTimeCodeText', { name: data.courierName })}</p>
          <p className="bt-num cob-one-time-code">{`${data.oneTimeCode.slice(0, 3)} ${data.oneTimeCode.slice(3)}`}</p>
        </>
      ) : (
        <Waiting query={query} />
      )}
    </Modal>
  )
}

/** Whether what was declared is still to be counted, or counted anew. */
export const waitsForCount = (status: string | undefined): boolean => status === 'DECLARED' || status === 'DISCREPANCY'

export const oneTimeCode: Action<Row> = show(OneTimeCode, {
  key: 'oneTimeCode',
  contract: handInCode,
  icon: <KeyOutlined />,
  when: ({ status, tellsCode = false }) => tellsCode && waitsForCount(status),
})
