-- The source's tables, for tools that speak SQL.
create or replace view legacy."GH Sales History" with (security_invoker = true) as
  select s.source_key as "Id", s.year as "Year", s.month as "Month", c.client_code as "Client Code",
         c.customer_name as "Customer Name", s.order_no as "Invoice No", s.invoice_date as "Invoice Date",
         trim_scale(s.quantity / 1000.0) as "Qty Sold", i.item_no as "Item No", i.item_name as "Item Name",
         round(s.amount_cents / 100.0, 2) as "Amount", s.unit_price as "Unit Price", s.tax_code as "Tax Code",
         round(s.amt_2_cents / 100.0, 2) as "Amt_2"
    from portal.sales_lines s
    join portal.sales_items i on i.tenant_id = s.tenant_id and i.dataset = s.dataset and i.item_id = s.item_id
    join portal.sales_customers c on c.tenant_id = s.tenant_id and c.dataset = s.dataset and c.customer_id = s.customer_id
   where s.dataset = 1 and s.tenant_id > 0;
create or replace view legacy."GH Current Sales" with (security_invoker = true) as
  select s.source_key as "id", s.order_no as "SO", s.year as "Year", s.month as "Month", i.item_no as "Code", i.item_name as "Prod_Name",
         s.unit as "Unit", trim_scale(s.quantity / 1000.0) as "Qty Sent", s.unit_price as "Unit Price",
         round(s.amount_cents / 100.0, 2) as "Total", s.currency as "Currency", s.lot as "Lot", c.client_code as "Account Number",
         c.customer_name as "Customer"
    from portal.sales_lines s
    join portal.sales_items i on i.tenant_id = s.tenant_id and i.dataset = s.dataset and i.item_id = s.item_id
    join portal.sales_customers c on c.tenant_id = s.tenant_id and c.dataset = s.dataset and c.customer_id = s.customer_id
   where s.dataset = 2 and s.tenant_id > 0;
grant select on legacy."GH Sales History", legacy."GH Current Sales" to portal_tables;
