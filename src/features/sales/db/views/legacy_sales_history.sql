-- The source's table, for tools that speak SQL.
create or replace view legacy."GH Sales History" with (security_invoker = true) as
  select s.source_key as "Id", s.year as "Year", s.month as "Month", c.client_code as "Client Code",
         c.customer_name as "Customer Name", s.invoice_no as "Invoice No", s.invoice_date as "Invoice Date",
         trim_scale(s.quantity / 1000.0) as "Qty Sold", i.item_no as "Item No", i.item_name as "Item Name",
         round(s.amount_cents / 100.0, 2) as "Amount", s.unit_price as "Unit Price", s.tax_code as "Tax Code",
         round(s.amt_2_cents / 100.0, 2) as "Amt_2"
    from portal.sales_history s
    join portal.sales_items i on i.tenant_id = s.tenant_id and i.item_id = s.item_id
    join portal.sales_customers c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id;
grant select on legacy."GH Sales History" to portal_tables;
