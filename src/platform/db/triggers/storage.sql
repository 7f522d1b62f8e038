do $$
declare t text;
begin
  foreach t in array array['issue_files', 'conversation_files', 'purchase_order_files', 'document_request_files', 'document_versions',
                           'form_draft_files'] loop
    execute format('create or replace trigger forget_upload after delete on portal.%I for each row execute function portal.forget_upload()', t);
  end loop;
end $$;
