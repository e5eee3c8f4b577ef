import PrinterOutlined from '@ant-design/icons/PrinterOutlined'
import { Button } from 'antd'
import type { Contract } from '#kernel/contract.ts'
import { messageOf } from '#platform/web/api/api-error.ts'
import { fetchFile, saveFile } from '#platform/web/api/download.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { downloadDocument, type Printed } from '../../contract/documents.ts'

/** Prints a numbered paper: counts the copy, then fetches its PDF. */
export function PrintButton({ contract, id, label }: { contract: Contract; id: string; label: string }) {
  const command = useContractCommand(contract, { quiet: true })
  const print = async () => {
    try {
      const printed = (await command.mutateAsync({ id })) as Printed
      saveFile(await fetchFile(downloadDocument, { id: printed.documentId, copy: String(printed.copy) }))
    } catch (error) {
      notify({ kind: 'error', title: label, text: messageOf(error) })
    }
  }
  return (
    <Button icon={<PrinterOutlined />} loading={command.isPending} onClick={() => void print()}>
      {label}
    </Button>
  )
}
