import { QuotaPanel } from './quota-panel.tsx'

export default function ClientQuota({ id }: { id: number }) {
  return <QuotaPanel whose={{ id }} />
}
