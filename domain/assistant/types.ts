/** An assistant type as stored: base instructions that providers share. */
export interface AssistantTypeRecord {
  v: 1;
  id: number;
  name: string;
  description: string;
  base_instructions: string;
  is_active: boolean;
  created_at: string;
  created_by: string;
}
