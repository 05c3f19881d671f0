package main
import ("context";"os";"time";"fmt";"github.com/chromedp/chromedp";"github.com/chromedp/cdproto/emulation")
func main(){
 opts:=append(chromedp.DefaultExecAllocatorOptions[:],chromedp.Flag("no-sandbox",true),chromedp.Flag("disable-background-networking",true),chromedp.Flag("disable-sync",true),chromedp.Flag("disable-component-update",true))
 a,c:=chromedp.NewExecAllocator(context.Background(),opts...); defer c()
 ctx,c2:=chromedp.NewContext(a); defer c2()
 ctx,c3:=context.WithTimeout(ctx,100*time.Second); defer c3()
 shot:=func(name string, acts ...chromedp.Action){ var b []byte; acts=append(acts,chromedp.FullScreenshot(&b,100)); if err:=chromedp.Run(ctx,acts...);err!=nil{fmt.Println(name,err);return}; os.WriteFile("/tmp/"+name+".png",b,0o644)}
 click:=func(js string) chromedp.Action { return chromedp.Evaluate(js,nil)}
 skip:=`for (const b of document.querySelectorAll("button")) if (/skip/i.test(b.textContent)) b.click()`
 shot("z1",chromedp.EmulateViewport(1440,900),chromedp.Navigate(os.Args[1]),chromedp.Sleep(6*time.Second),click(skip),chromedp.Sleep(time.Second))
 open:=func(t string) chromedp.Action { return chromedp.Tasks{click(`for (const b of document.querySelectorAll("button")) if (/^Examples/.test(b.textContent.trim())) b.click()`),chromedp.Sleep(600*time.Millisecond),click(`for (const b of document.querySelectorAll("[role=menuitem],[role=option],[role=menuitemradio],button")) if (b.textContent.includes("`+t+`")) {b.click();break}`),chromedp.Sleep(4*time.Second)}}
 shot("z2",open(os.Args[2]))
 shot("z3",click(`for (const b of document.querySelectorAll("button,[role=tab]")) if (/Beside PyPy/.test(b.textContent)) {b.click();break}`),chromedp.Sleep(3*time.Second))
 shot("z4",emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name:"prefers-color-scheme",Value:"dark"}}),click(`for (const b of document.querySelectorAll("button,[role=tab]")) if (/^Passes$/.test(b.textContent.trim())) {b.click();break}`),open(os.Args[3]))
}
