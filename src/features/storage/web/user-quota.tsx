import { QuotaPanel } from './quota-panel.tsx'

export default function UserQuota({ userId }: { userId: string }) {
  return <QuotaPanel whose={{ userId }} />
}
